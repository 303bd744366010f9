/** The parts that all runs share: run directory, checkpoints, and following a job. */
@NullMarked
package org.filbert.jobs.run;

import org.jspecify.annotations.NullMarked;
