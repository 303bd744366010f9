/**
 * The applications: configuration, commands, jobs of Flink, the local cluster. Begin with {@code
 * cli} for what a user types and with {@code training} for what then runs. Mathematics is
 * elsewhere.
 */
@NullMarked
package org.filbert.jobs;

import org.jspecify.annotations.NullMarked;
