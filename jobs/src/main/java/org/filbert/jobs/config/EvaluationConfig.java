package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.OptionalInt;
import org.filbert.train.Evaluation;

/**
 * How often held-out rows are scored, and how many.
 *
 * @param every Epochs from one scoring to the next. {@code auto}: scoring takes at most about a fifth of the run.
 * @param rows Validation rows, and test rows, that are scored, about. Default: all
 */
public record EvaluationConfig(@JsonProperty(defaultValue = "auto") Count every, OptionalInt rows) {
  public EvaluationConfig {
    new Evaluation(every.value(), rows); // checks them
  }

  /** The options of the numerics. */
  public Evaluation toEvaluation() {
    return new Evaluation(every.value(), rows);
  }
}
