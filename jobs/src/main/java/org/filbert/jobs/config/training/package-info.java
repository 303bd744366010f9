/**
 * The configuration of {@code train}, {@code fit} and {@code tune}, by sections. Begin with {@link
 * org.filbert.jobs.config.training.TrainConfig}, which becomes a {@code TrainingSpec}. It does not
 * know how a training is run.
 */
@NullMarked
package org.filbert.jobs.config.training;

import org.jspecify.annotations.NullMarked;
