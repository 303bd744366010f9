package org.filbert.solver;

import java.util.ArrayList;
import java.util.List;
import org.filbert.kernel.Kernel;
import org.filbert.testing.ReferenceSystem;

/**
 * Block Gauss-Seidel on a system A·u = B that is there whole, in plain loops: slow and obvious.
 *
 * @param a of the paper's equations, with one ridge
 * @param b a row for each unknown, a column for each output
 * @param blocks the unknowns of each block
 */
record DenseReference(double[][] a, double[][] b, List<int[]> blocks) {
  /** Below this part of ⟨d, d⟩ an output forgets its directions. */
  private static final double NEW = 0.01;

  /** Algorithm 1: (K + ridge·W⁻¹)·α = Y. */
  static DenseReference fullKernel(
      Kernel kernel, double[][] x, double[][] y, double[] w, double ridge, List<int[]> blocks) {
    double[][] a = ReferenceSystem.kernelMatrix(kernel, x, x);
    for (int i = 0; i < x.length; i++) {
      a[i][i] += ridge / w[i];
    }
    return new DenseReference(a, y, blocks);
  }

  /** Algorithm 2: (K_JᵀWK_J + ridge·(K_JJ + γ·I))·α = K_JᵀWY for the landmarks J. */
  static DenseReference nystrom(
      Kernel kernel,
      double[][] x,
      double[][] landmarks,
      double[][] y,
      double[] w,
      double ridge,
      double gamma,
      List<int[]> blocks) {
    DenseReference reference =
        features(ReferenceSystem.kernelMatrix(kernel, x, landmarks), y, w, ridge * gamma, blocks);
    double[][] penalty = ReferenceSystem.kernelMatrix(kernel, landmarks, landmarks);
    for (int i = 0; i < landmarks.length; i++) {
      for (int j = 0; j < landmarks.length; j++) {
        reference.a[i][j] += ridge * penalty[i][j];
      }
    }
    return reference;
  }

  /** Algorithm 3: (ZᵀWZ + ridge·I)·w = ZᵀWY. */
  static DenseReference features(
      double[][] z, double[][] y, double[] w, double ridge, List<int[]> blocks) {
    int p = z[0].length;
    double[][] a = new double[p][p];
    double[][] b = new double[p][y[0].length];
    for (int i = 0; i < z.length; i++) {
      for (int s = 0; s < p; s++) {
        for (int t = 0; t < p; t++) {
          a[s][t] += z[i][s] * w[i] * z[i][t];
        }
        for (int c = 0; c < b[s].length; c++) {
          b[s][c] += z[i][s] * w[i] * y[i][c];
        }
      }
    }
    for (int s = 0; s < p; s++) {
      a[s][s] += ridge;
    }
    return new DenseReference(a, b, blocks);
  }

  /** A_bb·u_b' = B_b - Σ_{j≠b} A_bj·u_j, in place. */
  void solveBlock(int block, double[][] u) {
    int[] own = blocks.get(block);
    for (int i : own) {
      u[i] = new double[b[0].length];
    }
    double[][] solved = inBlock(block, residual(u));
    for (int i : own) {
      u[i] = solved[i];
    }
  }

  /** B - A·u. */
  private double[][] residual(double[][] u) {
    double[][] r = ReferenceSystem.multiply(a, u);
    for (int i = 0; i < r.length; i++) {
      for (int c = 0; c < r[i].length; c++) {
        r[i][c] = b[i][c] - r[i][c];
      }
    }
    return r;
  }

  /** (A_bb)⁻¹·g_b on a block, 0 elsewhere: Gaussian elimination. */
  private double[][] inBlock(int block, double[][] g) {
    int[] own = blocks.get(block);
    int k = g[0].length;
    double[][] rows = new double[own.length][own.length + k];
    for (int i = 0; i < own.length; i++) {
      for (int j = 0; j < own.length; j++) {
        rows[i][j] = a[own[i]][own[j]];
      }
      System.arraycopy(g[own[i]], 0, rows[i], own.length, k);
    }
    for (int pivot = 0; pivot < own.length; pivot++) {
      for (int i = 0; i < own.length; i++) {
        double factor = i == pivot ? 0 : rows[i][pivot] / rows[pivot][pivot];
        for (int j = pivot; j < own.length + k; j++) {
          rows[i][j] -= factor * rows[pivot][j];
        }
      }
    }
    double[][] solved = new double[g.length][k];
    for (int i = 0; i < own.length; i++) {
      for (int c = 0; c < k; c++) {
        solved[own[i]][c] = rows[i][own.length + c] / rows[i][i];
      }
    }
    return solved;
  }

  /** The last directions of every output, the oldest first. */
  static List<List<double[]>> noDirections(int outputs) {
    List<List<double[]>> all = new ArrayList<>();
    for (int c = 0; c < outputs; c++) {
      all.add(new ArrayList<>());
    }
    return all;
  }

  /**
   * A block's d made conjugate to the last directions, every output for itself, and the whole way
   * along it.
   *
   * @param u changed in place
   * @param last of every output; changed in place
   */
  void conjugateBlock(int block, double[][] u, List<List<double[]>> last, int most) {
    double[][] g = residual(u);
    double[][] d = inBlock(block, g);
    for (int c = 0; c < last.size(); c++) {
      double[] own = column(d, c);
      double[] s = own.clone();
      for (double[] other : last.get(c)) {
        double t = inner(own, other) / inner(other, other);
        for (int i = 0; i < s.length; i++) {
          s[i] -= t * other[i];
        }
      }
      if (inner(s, s) < NEW * inner(own, own)) {
        last.get(c).clear();
        s = own;
      }
      double slope = 0;
      for (int i = 0; i < s.length; i++) {
        slope += g[i][c] * own[i];
      }
      for (int i = 0; i < s.length; i++) {
        u[i][c] += slope / inner(s, s) * s[i];
      }
      last.get(c).add(s);
      if (last.get(c).size() > most) {
        last.get(c).remove(0);
      }
    }
  }

  /** ⟨x, y⟩ = xᵀA·y. */
  private double inner(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < y.length; j++) {
        sum += x[i] * a[i][j] * y[j];
      }
    }
    return sum;
  }

  private static double[] column(double[][] rows, int c) {
    double[] column = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      column[i] = rows[i][c];
    }
    return column;
  }
}
