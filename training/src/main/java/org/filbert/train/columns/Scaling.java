package org.filbert.train.columns;

/** How inputs are scaled before the kernel sees them; fitted on the training rows. */
public sealed interface Scaling {
  /** Features stay as they are: x_j. */
  record None() implements Scaling {}

  /**
   * Every feature is divided by one number: x_j / by.
   *
   * @param by The divisor, any number but 0.
   */
  record Divide(double by) implements Scaling {
    public Divide {
      if (by == 0 || !Double.isFinite(by)) {
        throw new IllegalArgumentException(
            "by is " + by + ", must be a finite number other than 0");
      }
      if (!Double.isFinite(1 / by)) {
        throw new IllegalArgumentException("by is " + by + ", must have a finite inverse");
      }
    }
  }

  /**
   * Features are scaled to the range from 0 to 1: (x_j - min_j) / (max_j - min_j), or x_j - min_j
   * for a constant feature.
   */
  record MinMax() implements Scaling {}

  /**
   * Features get mean 0 and standard deviation 1: (x_j - mean_j) / deviation_j, or x_j - mean_j for
   * a constant feature.
   */
  record Standard() implements Scaling {}

  /**
   * By what a feature is: numbers of dense rows as {@link Standard} has them; features that are 0
   * or 1, and sparse rows, as they are.
   */
  record Auto() implements Scaling {}
}
