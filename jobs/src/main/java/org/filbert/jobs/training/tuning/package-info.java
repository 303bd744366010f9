/**
 * Several trainings for one model: searches over keys, folds, and {@code fit}, which chooses all
 * settings. Begin with {@link org.filbert.jobs.training.tuning.TuningJob}. How a single training
 * runs on Flink is in the package around.
 */
@NullMarked
package org.filbert.jobs.training.tuning;

import org.jspecify.annotations.NullMarked;
