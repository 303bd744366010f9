package org.filbert.jobs.training.report;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the settings of a run were chosen from.
 *
 * @param by name of what validation rows chose by
 * @param higherIsBetter whether its highest value is the best, else its lowest
 * @param trials in the order in which they were run
 * @param allRows whether the run is trained on all rows, validation rows too
 * @param calibratedBy store with a model of these settings that has seen no validation rows, which
 *     the probabilities or intervals are taken from; empty: none
 */
public record Choice(
    String by,
    boolean higherIsBetter,
    List<TunedTrial> trials,
    boolean allRows,
    String calibratedBy)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  public Choice {
    trials = List.copyOf(trials);
  }

  /** The validation error of what was chosen. */
  @Nullable Double validationError() {
    return trials.stream()
        .filter(TunedTrial::chosen)
        .map(TunedTrial::validationError)
        .findFirst()
        .orElse(null);
  }
}
