package org.filbert.metrics;

import java.io.Serializable;

/**
 * A probability from which on one of two classes is predicted, and the quality of these
 * predictions. Precision, recall and F1 count rows by their weights.
 *
 * @param aim what it was chosen for
 * @param probability the shortest decimal number that divides the rows so
 * @param flagged number of rows whose probability is this one or higher
 */
public record Threshold(
    Aim aim, double probability, double precision, double recall, double f1, long flagged) {

  /** A quantity that a threshold is chosen by. */
  public enum Quantity {
    F1,
    PRECISION,
    RECALL
  }

  /**
   * What a threshold is chosen for: the best F1, or the highest recall with a precision that is
   * asked for, or the reverse.
   *
   * @param least value that is asked for; 0 of the best F1
   */
  public record Aim(Quantity of, double least) implements Serializable {
    private static final long serialVersionUID = 1L;

    public static final Aim BEST_F1 = new Aim(Quantity.F1, 0);
  }

  /** Whether it reaches what was asked for; if not, it has the highest precision or recall. */
  public boolean reached() {
    return switch (aim.of) {
      case F1 -> true;
      case PRECISION -> reaches(precision, aim.least);
      case RECALL -> reaches(recall, aim.least);
    };
  }

  /** Sums of weights may be off by their rounding. */
  private static boolean reaches(double value, double least) {
    return value >= least * (1 - 1e-12);
  }
}
