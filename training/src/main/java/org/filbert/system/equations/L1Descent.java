package org.filbert.system.equations;

import java.util.List;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * The step of a block with the penalty λ‖u‖₁: the d that minimises
 *
 * <pre>
 *   ½ dᵀH·d - gᵀd + λ‖u + d‖₁
 * </pre>
 *
 * for every column, where g is -∇ of the smooth part at u and H a bound of its curvature. Block
 * coordinate descent adds it to u_b. A single coordinate moves to soft(u_j + g_j/H_jj, λ/H_jj),
 * with soft(v, t) = sign(v)·max(|v| - t, 0). If H is diagonal, that is the minimum; otherwise
 * coordinates take turns until none moves.
 */
public final class L1Descent {
  /** Most rounds over the coordinates of a block. */
  private static final int ROUNDS = 1000;

  /** Largest move that counts as none, relative to the largest gradient. */
  private static final double STILL = 1e-12;

  private L1Descent() {}

  public static double soft(double v, double t) {
    return v > t ? v - t : v < -t ? v + t : 0;
  }

  /**
   * The smallest subgradient of J at u. It is 0 at the minimum.
   *
   * @param g -∇ of its smooth part, k columns for each ridge
   */
  public static Matrix subgradient(Matrix g, Matrix u, List<Double> ridges) {
    double[] values = g.toArray();
    double[] at = u.toArray();
    double[] ridge = new PerRidge(ridges, g.cols()).ofColumns();
    for (int i = 0; i < values.length; i++) {
      double lambda = ridge[i % ridge.length];
      values[i] = at[i] == 0 ? soft(values[i], lambda) : values[i] - Math.signum(at[i]) * lambda;
    }
    return Matrix.of(Precision.DOUBLE, g.rows(), g.cols(), values);
  }

  /** g ← d, for a diagonal H. */
  public static void solveDiagonal(double[] h, Matrix g, Matrix u, double lambda) {
    double[] values = g.toArray();
    double[] old = u.toArray();
    for (int at = 0; at < values.length; at++) {
      double curvature = h[at / g.cols()];
      values[at] = soft(old[at] + values[at] / curvature, lambda / curvature) - old[at];
    }
    g.write(0, g.rows(), values);
  }

  /**
   * g ← d.
   *
   * @param h of which the lower triangle is read
   */
  static void solve(Matrix h, Matrix g, Matrix u, double lambda) {
    double[][] full = full(h);
    for (int c = 0; c < g.cols(); c++) {
      double[] d =
          solve(full, g.columns(c, c + 1).toArray(), u.columns(c, c + 1).toArray(), lambda);
      g.columns(c, c + 1).write(0, d.length, d);
    }
  }

  private static double[][] full(Matrix h) {
    double[][] full = new double[h.rows()][];
    for (int i = 0; i < full.length; i++) {
      full[i] = h.row(i);
      for (int j = 0; j < i; j++) {
        full[j][i] = full[i][j];
      }
    }
    return full;
  }

  private static double[] solve(double[][] h, double[] g, double[] u, double lambda) {
    double largest = lambda;
    for (double value : g) {
      largest = Math.max(largest, Math.abs(value));
    }
    double[] rest = g.clone();
    double[] d = new double[u.length];
    double moved = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS && moved > STILL * largest; round++) {
      moved = 0;
      for (int j = 0; j < u.length; j++) {
        double curvature = h[j][j];
        double at = u[j] + d[j];
        double to = curvature > 0 ? soft(at + rest[j] / curvature, lambda / curvature) : at;
        double step = to - at;
        if (step != 0) {
          d[j] += step;
          for (int i = 0; i < rest.length; i++) {
            rest[i] -= h[j][i] * step;
          }
          moved = Math.max(moved, Math.abs(step) * curvature);
        }
      }
    }
    return d;
  }
}
