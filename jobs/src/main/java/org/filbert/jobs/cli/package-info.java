/**
 * One class for each command, its options, and the lines that it prints. Begin with {@code Filbert}
 * and {@code RunCommand}; {@code Failure} turns exceptions into a line and an exit code. Commands
 * know how to ask, the packages beside it how to do.
 */
@NullMarked
package org.filbert.jobs.cli;

import org.jspecify.annotations.NullMarked;
