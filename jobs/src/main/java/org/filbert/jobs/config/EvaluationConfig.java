package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.OptionalInt;
import org.filbert.train.Evaluation;

/**
 * How much of a run goes into scoring held-out rows.
 *
 * @param every epochs from one scoring to the next; auto: as few as leave at most a fifth of the
 *     run to it
 * @param rows of validation and of test rows that are scored, about; absent: all
 */
public record EvaluationConfig(@JsonProperty(defaultValue = "auto") Count every, OptionalInt rows) {
  public EvaluationConfig {
    new Evaluation(every.value(), rows); // checks them
  }

  /** As the numerics have it. */
  public Evaluation toEvaluation() {
    return new Evaluation(every.value(), rows);
  }
}
