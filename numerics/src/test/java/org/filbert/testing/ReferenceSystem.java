package org.filbert.testing;

import java.util.Arrays;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Samples;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/** Kernel matrices and (K + ridge·I) α = Y from their definitions, in double: slow and obvious. */
public final class ReferenceSystem {
  private ReferenceSystem() {}

  /** K_ij = κ(a_i, b_j), row after row. */
  public static double[][] kernelMatrix(Kernel kernel, double[][] a, double[][] b) {
    double[][] k = new double[a.length][b.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b.length; j++) {
        k[i][j] = Samples.value(kernel, a[i], b[j]);
      }
    }
    return k;
  }

  /** α, by one Cholesky factorisation of the whole matrix. */
  public static double[][] solve(
      Kernel kernel, double ridge, double[][] x, double[][] y, Backend backend) {
    double[] ridges = new double[x.length];
    Arrays.fill(ridges, ridge);
    return solve(kernel, ridges, x, y, backend);
  }

  /** As {@link #solve(Kernel, double, double[][], double[][], Backend)}, a ridge for each row. */
  public static double[][] solve(
      Kernel kernel, double[] ridges, double[][] x, double[][] y, Backend backend) {
    int n = x.length;
    double[][] k = kernelMatrix(kernel, x, x);
    try (Matrix a = Matrix.zeros(Precision.DOUBLE, n, n);
        Matrix alpha = Matrix.zeros(Precision.DOUBLE, n, y[0].length)) {
      for (int i = 0; i < n; i++) {
        k[i][i] += ridges[i];
        a.write(i, i + 1, k[i]);
        alpha.write(i, i + 1, y[i]);
      }
      backend.blas().cholesky(a);
      backend.blas().solveCholesky(a, alpha);
      double[][] rows = new double[n][];
      for (int i = 0; i < n; i++) {
        rows[i] = alpha.row(i);
      }
      return rows;
    }
  }

  /** The scores K·α. */
  public static double[][] multiply(double[][] k, double[][] alpha) {
    double[][] scores = new double[k.length][alpha[0].length];
    for (int i = 0; i < k.length; i++) {
      for (int j = 0; j < alpha.length; j++) {
        for (int c = 0; c < scores[i].length; c++) {
          scores[i][c] += k[i][j] * alpha[j][c];
        }
      }
    }
    return scores;
  }
}
