package org.filbert.linalg;

import java.util.Arrays;

/**
 * Preconditioned conjugate gradients for A·X = B with k right-hand sides, each with its own scalars
 * and its own end, by {@link ConjugateStep}.
 *
 * <p>The recurrence loses the true residual B - A·X by and by: where it says that the end is
 * reached, the true one is computed, and the iteration begins anew from there as long as that makes
 * it smaller by half.
 */
public final class ConjugateGradients {
  /** Writes a function of the first matrix into the second; both n × k doubles. */
  public interface Operator {
    void apply(Matrix x, Matrix y);
  }

  /**
   * How a solution was found.
   *
   * @param iterations of conjugate gradients, 0 for a direct solution
   * @param residual the largest ‖b - A·x‖ / ‖b‖ of a right-hand side; 0 for a direct solution,
   *     where it is not computed
   */
  public record Solution(int iterations, double residual) {
    /** With a larger residual a factor in double precision is needed. */
    public static final double STALLED = 1e-9;

    /** Whether conjugate gradients stopped above {@link #STALLED}. */
    public boolean stalled() {
      return !(residual <= STALLED);
    }
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
  private final Vectors vectors = new Vectors();
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
  public Solution solve() {
    try (work;
        image) {
      double residual = residual();
      double before = Double.POSITIVE_INFINITY;
      while (residual > tolerance && residual < before / 2 && iterations < most) {
        before = residual;
        iterate();
        double[] product = image(system, x);
        Arrays.setAll(r, i -> right[i] - product[i]);
        residual = residual();
      }
      b.write(0, n, x);
      return new Solution(iterations, residual);
    }
  }

  /** From x on with r as it is, until all columns have ended. */
  private void iterate() {
    ConjugateStep<double[]> step =
        new ConjugateStep<>(vectors, x, r, new double[x.length], new double[x.length]);
    boolean[] active = new boolean[k];
    Arrays.fill(active, true);
    double[] a = new double[k];
    unfinished(active, a);
    double[] rz = new double[k];
    do {
      iterations++;
      double[] z = precondition();
      step.turn(z, step.conjugation(z, a, rz));
      double[] newRz = vectors.dot(r, z);
      a = step.advance(pq -> lengths(active, newRz, pq));
      rz = newRz;
    } while (unfinished(active, a) && iterations < most);
  }

  /** rᵀz / pᵀq of the active columns; ends those in whose direction A is not positive definite. */
  private double[] lengths(boolean[] active, double[] rz, double[] pq) {
    double[] a = new double[k];
    for (int c = 0; c < k; c++) {
      active[c] &= pq[c] > 0;
      a[c] = active[c] ? rz[c] / pq[c] : 0;
    }
    return a;
  }

  /** Takes note of columns that have ended, whose a becomes 0; says whether there are others. */
  private boolean unfinished(boolean[] active, double[] a) {
    double[] norms = norms(r);
    boolean any = false;
    for (int c = 0; c < k; c++) {
      active[c] &= norms[c] > tolerance * sizes[c];
      a[c] = active[c] ? a[c] : 0;
      any |= active[c];
    }
    return any;
  }

  /** z = M⁻¹·r, with columns of norm 1 in between for those who compute in single precision. */
  private double[] precondition() {
    double[] norms = norms(r);
    double[] up = Arrays.stream(norms).map(norm -> norm == 0 ? 1 : 1 / norm).toArray();
    return scaled(norms, image(preconditioner, scaled(up, r)));
  }

  private double[] scaled(double[] factors, double[] columns) {
    double[] result = new double[columns.length];
    vectors.add(factors, columns, result);
    return result;
  }

  private double[] image(Operator operator, double[] values) {
    work.write(0, n, values);
    operator.apply(work, image);
    return image.toArray();
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

  private double[] norms(double[] columns) {
    return Arrays.stream(vectors.dot(columns, columns)).map(Math::sqrt).toArray();
  }

  /** A on vectors of n·k numbers, row by row. */
  private final class Vectors implements LinearOperator<double[]> {
    @Override
    public void apply(double[] v, double[] out) {
      System.arraycopy(image(system, v), 0, out, 0, out.length);
    }

    @Override
    public double[] dot(double[] left, double[] other) {
      double[] sums = new double[k];
      for (int at = 0; at < left.length; at += k) {
        for (int c = 0; c < k; c++) {
          sums[c] += left[at + c] * other[at + c];
        }
      }
      return sums;
    }

    @Override
    public void combine(double[] factors, double[] source, double[] kept, double[] target) {
      for (int at = 0; at < target.length; at += k) {
        for (int c = 0; c < k; c++) {
          target[at + c] = kept[c] * target[at + c] + factors[c] * source[at + c];
        }
      }
    }
  }
}
