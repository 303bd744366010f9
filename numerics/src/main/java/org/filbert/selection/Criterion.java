package org.filbert.selection;

import java.util.Comparator;
import java.util.Objects;

/** What candidates are compared by. Equal ones are compared by the mean squared residual. */
public enum Criterion {
  /** The mean squared residual: of classes the Brier score. */
  MEAN_SQUARE,
  /** The share of misclassified rows. */
  ERROR,
  /** The log-loss of fitted probabilities. */
  LOG_LOSS;

  /** Best first. */
  Comparator<Candidate> order() {
    Comparator<Candidate> own =
        switch (this) {
          case MEAN_SQUARE -> Comparator.comparingDouble(Candidate::meanSquare);
          case ERROR -> Comparator.comparingDouble(Candidate::misclassified);
          case LOG_LOSS ->
              Comparator.comparingDouble(
                  candidate -> Objects.requireNonNullElse(candidate.logLoss(), Double.NaN));
        };
    return own.thenComparingDouble(Candidate::meanSquare);
  }
}
