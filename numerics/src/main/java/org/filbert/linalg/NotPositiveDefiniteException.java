package org.filbert.linalg;

/** A Cholesky factorisation met a pivot that is not positive. */
public final class NotPositiveDefiniteException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int pivot;

  /**
   * @param pivot index of the first failing pivot, counted from 0
   * @param size number of rows of the matrix
   */
  public NotPositiveDefiniteException(int pivot, int size) {
    super("matrix of size " + size + " is not positive definite (pivot " + pivot + ")");
    this.pivot = pivot;
  }

  /** Index of the first failing pivot, counted from 0. */
  public int pivot() {
    return pivot;
  }
}
