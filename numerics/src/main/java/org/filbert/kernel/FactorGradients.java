package org.filbert.kernel;

import org.filbert.data.DenseRows;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Gradients by the factors m_f of a diagonal metric: of F = Σ_ij G_ij·κ(s_ij), n rows x that are
 * mapped by the factors' roots, G symmetric, by log m_f:
 *
 * <pre>
 *   W_ij = G_ij·κ'(s_ij)
 *   s = ‖x - z‖²   ∂F/∂log m_f = Σ_ij W_ij·(x_if - x_jf)² = 2·rᵀ(x_f∘x_f) - 2·x_fᵀ·W·x_f
 *   s = ‖x - z‖₁   ∂F/∂log m_f = ½·Σ_ij W_ij·|x_if - x_jf| = Σ_i Σ_j<i W_ij·|x_if - x_jf|
 * </pre>
 *
 * <p>with the sums r of W's rows. The first is a product n × n by n × d.
 */
public final class FactorGradients {
  private final DifferentiableKernel kernel;
  private final Backend backend;

  /**
   * Gradients for a kernel.
   *
   * @throws IllegalArgumentException if {@link #has} says no
   */
  public FactorGradients(DifferentiableKernel kernel, Backend backend) {
    if (!has(kernel)) {
      throw new IllegalArgumentException(kernel + " is of neither ‖x - z‖² nor ‖x - z‖₁");
    }
    this.kernel = kernel;
    this.backend = backend;
  }

  /** Whether a kernel has these gradients. */
  public static boolean has(Kernel kernel) {
    return kernel instanceof DifferentiableKernel
        && (kernel.statistic() == Statistic.SQUARED_DISTANCE
            || kernel.statistic() == Statistic.ABSOLUTE_DISTANCE);
  }

  /**
   * ∂F/∂log m_f for all f.
   *
   * @param x n × d, in double
   * @param g n × n, symmetric, in double; it becomes W
   */
  public double[] of(DenseRows x, Matrix g) {
    int n = x.count();
    double[] sums = new double[n];
    try (Matrix slopes = Matrix.zeros(Precision.DOUBLE, n, n)) {
      new LowerTriangle(new Slope(kernel), Precision.DOUBLE, backend, 1).fill(x, slopes);
      slopes.mirrorLower();
      double[] w = new double[n];
      double[] slope = new double[n];
      for (int i = 0; i < n; i++) {
        g.read(i, i + 1, w);
        slopes.read(i, i + 1, slope);
        for (int j = 0; j < n; j++) {
          w[j] *= slope[j];
          sums[i] += w[j];
        }
        g.write(i, i + 1, w);
      }
    }
    return kernel.statistic() == Statistic.SQUARED_DISTANCE
        ? squares(x.matrix(), g, sums)
        : absolutes(x.matrix(), g);
  }

  private double[] squares(Matrix x, Matrix w, double[] sums) {
    int d = x.cols();
    double[] gradient = new double[d];
    try (Matrix product = Matrix.zeros(Precision.DOUBLE, x.rows(), d)) {
      backend.blas().gemm(false, false, 1, w, x, 0, product);
      double[] row = new double[d];
      double[] other = new double[d];
      for (int i = 0; i < x.rows(); i++) {
        x.read(i, i + 1, row);
        product.read(i, i + 1, other);
        for (int f = 0; f < d; f++) {
          gradient[f] += 2 * row[f] * (sums[i] * row[f] - other[f]);
        }
      }
    }
    return gradient;
  }

  private static double[] absolutes(Matrix x, Matrix w) {
    int n = x.rows();
    double[][] columns = new double[x.cols()][n];
    for (int i = 0; i < n; i++) {
      double[] row = x.row(i);
      for (int f = 0; f < row.length; f++) {
        columns[f][i] = row[f];
      }
    }
    double[] gradient = new double[columns.length];
    double[] row = new double[n];
    for (int i = 0; i < n; i++) {
      w.read(i, i + 1, row);
      for (int f = 0; f < gradient.length; f++) {
        gradient[f] += absolutes(row, columns[f], i);
      }
    }
    return gradient;
  }

  /** Σ_j<i w_j·|x_j - x_i| */
  private static double absolutes(double[] w, double[] x, int i) {
    double at = x[i];
    double even = 0;
    double odd = 0;
    int j = 0;
    for (; j + 1 < i; j += 2) {
      even += w[j] * Math.abs(x[j] - at);
      odd += w[j + 1] * Math.abs(x[j + 1] - at);
    }
    return even + odd + (j < i ? w[j] * Math.abs(x[j] - at) : 0);
  }
}
