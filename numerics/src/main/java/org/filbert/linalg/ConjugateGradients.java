package org.filbert.linalg;

import java.util.Arrays;

/**
 * Preconditioned conjugate gradients for A·X = B with k right-hand sides, each with its own scalars
 * and its own end:
 *
 * <pre>
 * α = r·z / p·Ap,   x ← x + α·p,   r ← r - α·Ap,   z = M⁻¹·r
 * β = z·(r - r_before) / (r·z)_before,   p ← z + β·p
 * </pre>
 *
 * <p>This β allows for a preconditioner that rounds, so that it is not quite linear. The recurrence
 * loses the true residual B - A·X by and by: where it says that the end is reached, the true one is
 * computed, and the iteration begins anew from there as long as that makes it smaller by half.
 */
public final class ConjugateGradients {
  /** Writes a function of the first matrix into the second; both n × k doubles. */
  public interface Operator {
    void apply(Matrix x, Matrix y);
  }

  private final Operator system;
  private final Operator preconditioner;
  private final Matrix b;
  private final double tolerance;
  private final int most;
  private final Matrix work;
  private final Matrix image;
  private final int n;
  private final int k;
  private final double[] right;
  private final double[] x;
  private final double[] r;
  private final double[] sizes;
  private int iterations;

  /**
   * @param b the right-hand sides, whose place is that of the solution
   * @param tolerance relative residual of every right-hand side to stop at
   * @param most iterations
   */
  public ConjugateGradients(
      Operator system, Operator preconditioner, Matrix b, double tolerance, int most) {
    this.system = system;
    this.preconditioner = preconditioner;
    this.b = b;
    this.tolerance = tolerance;
    this.most = most;
    this.n = b.rows();
    this.k = b.cols();
    this.work = Matrix.zeros(Precision.DOUBLE, n, k);
    this.image = Matrix.zeros(Precision.DOUBLE, n, k);
    this.right = b.toArray();
    this.x = new double[right.length];
    this.r = right.clone();
    this.sizes = norms(right);
  }

  /** B ← A⁻¹·B. */
  public SpdFactor.Solution solve() {
    try (work;
        image) {
      double residual = residual();
      double before = Double.POSITIVE_INFINITY;
      while (residual > tolerance && residual < before / 2 && iterations < most) {
        before = residual;
        iterate();
        trueResidual();
        residual = residual();
      }
      b.write(0, n, x);
      return new SpdFactor.Solution(iterations, residual);
    }
  }

  /** From x on with r as it is, until all columns have ended. */
  private void iterate() {
    boolean[] active = new boolean[k];
    Arrays.fill(active, true);
    unfinished(active);
    double[] z = precondition();
    double[] p = z.clone();
    double[] rz = dots(r, z);
    while (true) {
      iterations++;
      double[] q = apply(system, p);
      double[] pq = dots(p, q);
      double[] alpha = new double[k];
      for (int c = 0; c < k; c++) {
        active[c] &= pq[c] > 0; // else A is not positive definite in this direction
        alpha[c] = active[c] ? rz[c] / pq[c] : 0;
      }
      addScaled(alpha, p, x);
      addScaled(negated(alpha), q, r);
      if (!unfinished(active) || iterations >= most) {
        return;
      }
      z = precondition();
      double[] zq = dots(z, q);
      double[] beta = new double[k];
      for (int c = 0; c < k; c++) {
        beta[c] = active[c] ? -alpha[c] * zq[c] / rz[c] : 0;
      }
      rz = dots(r, z);
      addScaled(beta, p, z);
      p = z;
    }
  }

  /** Takes note of columns that have ended; says whether there are others. */
  private boolean unfinished(boolean[] active) {
    double[] norms = norms(r);
    boolean any = false;
    for (int c = 0; c < k; c++) {
      active[c] &= norms[c] > tolerance * sizes[c];
      any |= active[c];
    }
    return any;
  }

  /** z = M⁻¹·r, with columns of norm 1 in between for those who compute in single precision. */
  private double[] precondition() {
    double[] norms = norms(r);
    double[] up = Arrays.stream(norms).map(norm -> norm == 0 ? 1 : 1 / norm).toArray();
    double[] z = apply(preconditioner, scaled(up, r));
    return scaled(norms, z);
  }

  private double[] scaled(double[] factors, double[] columns) {
    double[] result = new double[columns.length];
    addScaled(factors, columns, result);
    return result;
  }

  private double[] apply(Operator operator, double[] values) {
    work.write(0, n, values);
    operator.apply(work, image);
    return image.toArray();
  }

  private void trueResidual() {
    double[] product = apply(system, x);
    for (int i = 0; i < r.length; i++) {
      r[i] = right[i] - product[i];
    }
  }

  /** The largest ‖r‖ / ‖b‖ of a column. */
  private double residual() {
    double[] norms = norms(r);
    double worst = 0;
    for (int c = 0; c < k; c++) {
      worst = Math.max(worst, sizes[c] == 0 ? norms[c] : norms[c] / sizes[c]);
    }
    return worst;
  }

  private void addScaled(double[] factors, double[] source, double[] target) {
    for (int at = 0; at < target.length; at += k) {
      for (int c = 0; c < k; c++) {
        target[at + c] += factors[c] * source[at + c];
      }
    }
  }

  private static double[] negated(double[] values) {
    return Arrays.stream(values).map(value -> -value).toArray();
  }

  private double[] norms(double[] columns) {
    return Arrays.stream(dots(columns, columns)).map(Math::sqrt).toArray();
  }

  private double[] dots(double[] left, double[] other) {
    double[] sums = new double[k];
    for (int at = 0; at < left.length; at += k) {
      for (int c = 0; c < k; c++) {
        sums[c] += left[at + c] * other[at + c];
      }
    }
    return sums;
  }
}
