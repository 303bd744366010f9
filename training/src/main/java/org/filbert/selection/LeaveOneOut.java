package org.filbert.selection;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Eigensystem;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Leave-one-out residuals of kernel ridge regression, for every ridge and every output from one
 * eigensystem K = Vᵀ·diag(λ)·V. The solution without row i misses that row's target by
 *
 * <pre>
 *   e_i = α_i / [(K + ridge·I)⁻¹]_ii      α = Vᵀ·diag(1/(λ + ridge))·V·Y
 *                                         [(K + ridge·I)⁻¹]_ii = Σ_j V_ji² / (λ_j + ridge)
 * </pre>
 *
 * <p>With weights w of the rows in the loss, W = diag(w), the solution is that of K + ridge·W⁻¹.
 * The residuals are then those of W^½·K·W^½ with the targets W^½·Y, divided by W^½.
 *
 * <p>Implementation note: eigenvalues that rounding makes negative are taken for 0.
 */
final class LeaveOneOut implements AutoCloseable {
  private final Backend backend;
  private final double[] roots;
  private final double[] lambda;
  private final Matrix v;
  private final Matrix squares;
  private final Matrix projected;

  /**
   * Decomposes K. 9n³ operations and the memory of four matrices like K.
   *
   * @param kernel K (n × n, double) of positive semi-definite, of which the lower triangle is read
   * @param y targets Y (n × k, double)
   * @param weights w, above 0
   */
  LeaveOneOut(Matrix kernel, Matrix y, double[] weights, Backend backend) {
    this.backend = backend;
    this.roots = Arrays.stream(weights).map(Math::sqrt).toArray();
    Eigensystem system = decomposed(kernel);
    int n = kernel.rows();
    lambda = Arrays.stream(system.values()).map(value -> Math.max(0, value)).toArray();
    v = system.vectors();
    squares = Matrix.zeros(Precision.DOUBLE, n, n);
    double[] row = new double[n];
    for (int j = 0; j < n; j++) {
      v.read(j, j + 1, row);
      for (int i = 0; i < n; i++) {
        row[i] *= row[i];
      }
      squares.write(j, j + 1, row);
    }
    projected = Matrix.zeros(Precision.DOUBLE, n, y.cols());
    try (Matrix targets = y.copy(Precision.DOUBLE)) {
      scale(targets, i -> roots[i]);
      backend.blas().gemm(false, false, 1, v, targets, 0, projected);
    }
  }

  private Eigensystem decomposed(Matrix kernel) {
    if (Arrays.stream(roots).allMatch(root -> root == 1)) {
      return Eigensystem.of(kernel, backend);
    }
    try (Matrix weighted = kernel.copy(Precision.DOUBLE)) {
      double[] row = new double[roots.length];
      for (int i = 0; i < roots.length; i++) {
        weighted.read(i, i + 1, row);
        for (int j = 0; j < row.length; j++) {
          row[j] *= roots[i] * roots[j];
        }
        weighted.write(i, i + 1, row);
      }
      return Eigensystem.of(weighted, backend);
    }
  }

  /**
   * The residuals e (n × k) for each ridge. The caller closes them.
   *
   * @param ridges above 0
   */
  List<Matrix> residuals(List<Double> ridges) {
    int n = lambda.length;
    try (Matrix inverse = Matrix.zeros(Precision.DOUBLE, n, ridges.size());
        Matrix diagonals = Matrix.zeros(Precision.DOUBLE, n, ridges.size())) {
      for (int j = 0; j < n; j++) {
        for (int r = 0; r < ridges.size(); r++) {
          inverse.set(j, r, 1 / (lambda[j] + ridges.get(r)));
        }
      }
      backend.blas().gemm(true, false, 1, squares, inverse, 0, diagonals);
      return IntStream.range(0, ridges.size())
          .mapToObj(r -> residuals(ridges.get(r), r, diagonals))
          .toList();
    }
  }

  private Matrix residuals(double ridge, int column, Matrix diagonals) {
    int n = lambda.length;
    int k = projected.cols();
    Matrix residuals = Matrix.zeros(Precision.DOUBLE, n, k);
    try (Matrix scaled = projected.copy(Precision.DOUBLE)) {
      scale(scaled, j -> 1 / (lambda[j] + ridge));
      backend.blas().gemm(true, false, 1, v, scaled, 0, residuals);
    }
    scale(residuals, i -> 1 / (diagonals.get(i, column) * roots[i]));
    return residuals;
  }

  /** The residuals of rows that are left out by {@link Folds}. The caller closes them. */
  Matrix ofFolds(double ridge) {
    int n = lambda.length;
    Matrix residuals = Matrix.zeros(Precision.DOUBLE, n, projected.cols());
    try (Matrix scaled = projected.copy(Precision.DOUBLE)) {
      scale(scaled, j -> 1 / (lambda[j] + ridge));
      backend.blas().gemm(true, false, 1, v, scaled, 0, residuals);
    }
    int size = Folds.size(n);
    for (int from = 0; from < n; from += size) {
      int to = Math.min(from + size, n);
      try (Matrix columns = v.columns(from, to).copy(Precision.DOUBLE)) {
        scale(columns, j -> 1 / Math.sqrt(lambda[j] + ridge));
        Folds.leaveOut(columns, residuals.rows(from, to), backend.blas());
      }
    }
    scale(residuals, i -> 1 / roots[i]);
    return residuals;
  }

  private static void scale(Matrix matrix, IntToDoubleFunction factor) {
    double[] row = new double[matrix.cols()];
    for (int i = 0; i < matrix.rows(); i++) {
      matrix.read(i, i + 1, row);
      double by = factor.applyAsDouble(i);
      for (int c = 0; c < row.length; c++) {
        row[c] *= by;
      }
      matrix.write(i, i + 1, row);
    }
  }

  @Override
  public void close() {
    v.close();
    squares.close();
    projected.close();
  }
}
