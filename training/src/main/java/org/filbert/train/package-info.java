/**
 * A training run from records to a model: preparation, plan, steps of the solver, finish. Begin
 * with {@code TrainingSpec} for what is asked and {@code Training} for what happens; {@code
 * RowsChoice} is what happens between solutions. It knows neither Flink nor YAML.
 */
@NullMarked
package org.filbert.train;

import org.jspecify.annotations.NullMarked;
