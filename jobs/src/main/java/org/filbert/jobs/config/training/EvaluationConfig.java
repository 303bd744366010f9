package org.filbert.jobs.config.training;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import java.util.OptionalInt;
import org.filbert.jobs.config.yaml.Count;
import org.filbert.train.method.Evaluation;
import org.filbert.train.method.Measure;

/**
 * How much of a run goes into scoring held-out rows.
 *
 * @param every Epochs from one scoring to the next. {@code auto}: scoring takes at most about a
 *     fifth of the run.
 * @param rows Validation rows, and test rows, that are scored, about. Default: all
 */
record EvaluationConfig(@JsonProperty(defaultValue = "auto") Count every, OptionalInt rows) {
  public EvaluationConfig {
    new Evaluation(every.value(), rows); // checks them
  }

  /**
   * As the numerics have it.
   *
   * @param by what validation rows choose by, if it is given
   */
  public Evaluation toEvaluation(Optional<Measure> by) {
    return new Evaluation(every.value(), rows, by);
  }
}
