package org.filbert.selection;

import java.util.Comparator;
import java.util.Objects;

/** What candidates are compared by. Equal ones are compared by the mean squared residual. */
public enum Criterion {
  /** The mean squared residual: of classes the Brier score. */
  MEAN_SQUARE("mean square"),
  /** The share of misclassified rows. */
  ERROR("share of misclassified rows"),
  /** The log-loss of fitted probabilities. */
  LOG_LOSS("log-loss"),
  /** 1 less the area under the receiver operating characteristic. */
  AUC("1 - area under the ROC"),
  /** 1 less the average precision. */
  AVERAGE_PRECISION("1 - average precision"),
  /** 1 less F1. */
  F1("1 - F1"),
  /** The mean absolute error of numbers. */
  MAE("mean absolute error");

  private final String label;

  Criterion(String label) {
    this.label = label;
  }

  /** The name that is shown. */
  public String label() {
    return label;
  }

  /** What is to be as small as possible. */
  public double of(Candidate candidate) {
    return switch (this) {
      case MEAN_SQUARE -> candidate.meanSquare();
      case ERROR -> candidate.misclassified();
      case LOG_LOSS -> Objects.requireNonNullElse(candidate.logLoss(), Double.NaN);
      case AUC, AVERAGE_PRECISION, F1, MAE ->
          Objects.requireNonNullElse(candidate.loss(), Double.NaN);
    };
  }

  /** Best first. */
  Comparator<Candidate> order() {
    return Comparator.<Candidate>comparingDouble(this::of)
        .thenComparingDouble(Candidate::meanSquare);
  }
}
