package org.filbert.linalg;

import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * A step of conjugate gradients for A·X = B. Every column has its own scalars:
 *
 * <pre>
 *   p ← z + b·p,   q = A·p,   x ← x + a·p,   r ← r - a·q
 * </pre>
 *
 * <p>z = M⁻¹·r for a preconditioner M. In most methods a = rᵀz / pᵀq.
 *
 * @param x the solution so far
 * @param r B - A·X
 * @param p the direction
 * @param q its image
 */
public record ConjugateStep<V>(LinearOperator<V> system, V x, V r, V p, V q) {
  /**
   * Polak and Ribière's b = zᵀ(r - r_before) / (rᵀz)_before, where r - r_before = -a·q. It allows
   * for a preconditioner that rounds and so is not quite linear.
   *
   * @param a of the last step; 0 for columns that begin anew, whose b is 0
   * @param rz rᵀz before the last step
   */
  public double[] conjugation(V z, double[] a, double[] rz) {
    double[] b = new double[a.length];
    if (Arrays.stream(a).anyMatch(length -> length != 0)) {
      double[] zq = system.dot(z, q);
      Arrays.setAll(b, c -> a[c] == 0 ? 0 : -a[c] * zq[c] / rz[c]);
    }
    return b;
  }

  /** p ← z + b·p. */
  public void turn(V z, double[] b) {
    double[] ones = new double[b.length];
    Arrays.fill(ones, 1);
    system.combine(ones, z, b, p);
  }

  /**
   * q = A·p, x ← x + a·p, r ← r - a·q.
   *
   * @param length gives a for pᵀq
   * @return a
   */
  public double[] advance(UnaryOperator<double[]> length) {
    system.apply(p, q);
    double[] a = length.apply(system.dot(p, q));
    system.add(a, p, x);
    system.add(Arrays.stream(a).map(own -> -own).toArray(), q, r);
    return a;
  }
}
