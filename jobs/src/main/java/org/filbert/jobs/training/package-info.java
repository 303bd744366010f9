/**
 * A training as a job of Flink, with what is shown and written while it runs. Begin with {@code
 * TrainingJob}, then {@code TrainingLoop} and {@code TrainingObserver}. The algorithm is the {@code
 * Program} of {@code org.filbert.train}.
 */
@NullMarked
package org.filbert.jobs.training;

import org.jspecify.annotations.NullMarked;
