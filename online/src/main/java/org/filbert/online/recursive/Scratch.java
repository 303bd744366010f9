package org.filbert.online.recursive;

import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Memory for the intermediate results of a task, which is used again by the next one. A task that
 * needs more gets matrices of their own, and the next one finds more memory.
 */
final class Scratch implements AutoCloseable {
  private final Precision precision;
  private Matrix memory;
  private long used;

  Scratch(Precision precision) {
    this.precision = precision;
    this.memory = Matrix.zeros(precision, 1, 0);
  }

  /** A matrix whose elements are undefined, valid until {@link #clear}. */
  Matrix take(int rows, int cols) {
    long from = used;
    used += (long) rows * cols;
    return used <= memory.cols()
        ? memory.piece(from, rows, cols)
        : Matrix.zeros(precision, rows, cols);
  }

  /** Takes back all matrices. */
  void clear() {
    if (used > memory.cols() && used <= Integer.MAX_VALUE) {
      memory.close();
      memory = Matrix.zeros(precision, 1, (int) used);
    }
    used = 0;
  }

  @Override
  public void close() {
    memory.close();
  }
}
