/**
 * Runs of any kind: directories, identity, resumption, failures, Flink within the process, and what
 * happens at the end of it. Begin with {@code RunStart} and {@code JobFollower}. It does not know
 * what a run computes.
 */
@NullMarked
package org.filbert.jobs.run;

import org.jspecify.annotations.NullMarked;
