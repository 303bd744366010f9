package org.filbert.selection;

import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Residuals of rows B that are left out together: e_B = [A⁻¹]_BB⁻¹·α_B of the solution A·α = Y.
 * Rows that are left out one at a time know their own target by what the others lack of it, which a
 * map of scores with many parameters finds; of a tenth of the rows this says next to nothing.
 */
final class Folds {
  private static final int FOLDS = 10;

  private Folds() {}

  /** Rows of a fold of n rows; the last one may have fewer. */
  static int size(int n) {
    return (n + FOLDS - 1) / FOLDS;
  }

  /**
   * Puts e_B in the place of α_B.
   *
   * @param columns a matrix C of [A⁻¹]_BB = Cᵀ·C
   */
  static void leaveOut(Matrix columns, Matrix alpha, Blas blas) {
    try (Matrix inverse = Matrix.zeros(Precision.DOUBLE, columns.cols(), columns.cols())) {
      blas.syrk(true, 1, columns, 0, inverse);
      blas.cholesky(inverse);
      blas.solveCholesky(inverse, alpha);
    }
  }
}
