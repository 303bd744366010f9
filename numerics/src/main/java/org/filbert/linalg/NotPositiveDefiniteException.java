package org.filbert.linalg;

import java.util.Locale;

/** A Cholesky factorisation met a pivot that is not positive. */
public final class NotPositiveDefiniteException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int pivot;

  /**
   * @param pivot index of the first failing pivot, counted from 0
   * @param size number of rows of the matrix
   */
  public NotPositiveDefiniteException(int pivot, int size) {
    this("matrix of size " + size + " is not positive definite (pivot " + pivot + ")", pivot);
  }

  private NotPositiveDefiniteException(String message, int pivot) {
    super(message);
    this.pivot = pivot;
  }

  /** The last failure of several attempts with more and more added to the diagonal. */
  NotPositiveDefiniteException after(int attempts, double largestJitter) {
    return new NotPositiveDefiniteException(
        String.format(
            Locale.ROOT,
            "%s after %s attempts, the last with %.1e added to the diagonal",
            getMessage(),
            attempts,
            largestJitter),
        pivot);
  }

  /** Index of the first failing pivot, counted from 0. */
  public int pivot() {
    return pivot;
  }
}
