package org.filbert.online.recursive;

import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;

/**
 * Recursive least squares with exponential forgetting [1]. After a batch of m rows, with features Z
 * (m × p) and targets Y (m × k),
 *
 * <pre>
 *   A ← fᵐ A + ZᵀZ       B ← fᵐ B + ZᵀY       W = (A + δI)⁻¹ B
 * </pre>
 *
 * <p>δ does not fade, so that A + δI stays positive definite however long the stream is silent
 * about a direction. Rounding does not add up: W is made from A and B now and then, and these are
 * sums.
 *
 * <p>The matrices of an expert are overwritten when it learns.
 *
 * <p>[1] Haykin. Adaptive filter theory. 5th edition, chapter 10, 2014.
 */
sealed interface Expert permits SmallExpert, LargeExpert {
  /**
   * Rows that an expert learns from, each multiplied by the square root of its weight.
   *
   * @param z their features Z
   * @param basis of these, see {@link #basis}
   * @param y their targets Y
   * @param residuals what the targets are more than the expert's scores
   */
  record Lesson(Matrix z, Matrix basis, Matrix y, Matrix residuals) {
    int rows() {
      return z.rows();
    }
  }

  /** An expert that has learned nothing: W = 0. */
  static Expert start(ExpertOptions options, int columns) {
    return options.small()
        ? SmallExpert.start(options, columns)
        : LargeExpert.start(options, columns);
  }

  /** With at least so many columns; further ones are 0, as are the targets of a class so far. */
  Expert widened(int columns);

  /** The features in the basis of the {@link #coefficients}, m × p; valid until it learns. */
  Matrix basis(Matrix z, Backend backend, Scratch scratch);

  /** The coefficients, whose product with rows in their basis are the scores; p × k. */
  Matrix coefficients();

  /** W, as a matrix of its own. */
  Matrix w(Backend backend);

  /** Learns from a batch. */
  Expert learned(ExpertOptions options, Lesson lesson, Backend backend, Scratch scratch);
}
