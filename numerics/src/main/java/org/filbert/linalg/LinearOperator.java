package org.filbert.linalg;

import java.util.Arrays;

/**
 * A symmetric positive definite A, and the arithmetic of the vectors that it multiplies. A vector
 * has several columns, and each of them its own numbers.
 *
 * @param <V> a vector, or what names one
 */
public interface LinearOperator<V> {
  /** out ← A·v. */
  void apply(V v, V out);

  /** aᵀb of every column. */
  double[] dot(V a, V b);

  /** y ← b·y + a·x; a and b have one number for each column. */
  void combine(double[] a, V x, double[] b, V y);

  /** y ← y + a·x; a has one number for each column. */
  default void add(double[] a, V x, V y) {
    double[] ones = new double[a.length];
    Arrays.fill(ones, 1);
    combine(a, x, ones, y);
  }
}
