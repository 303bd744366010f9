package org.filbert.train;

/** How inputs are scaled before the kernel sees them; fitted on the training rows. */
public sealed interface Scaling {
  /** Values as they are. */
  record None() implements Scaling {}

  /** Every value divided by one number. */
  record Divide(double by) implements Scaling {
    public Divide {
      if (by == 0 || !Double.isFinite(by)) {
        throw new IllegalArgumentException(
            "by is " + by + ", must be a finite number other than 0");
      }
    }
  }

  /** Every feature divided by its range, maximum - minimum. */
  record MinMax() implements Scaling {}

  /** Every feature divided by its standard deviation. */
  record Standard() implements Scaling {}
}
