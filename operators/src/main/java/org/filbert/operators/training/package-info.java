/** Trainings as loops of a Flink job. */
@NullMarked
package org.filbert.operators.training;

import org.jspecify.annotations.NullMarked;
