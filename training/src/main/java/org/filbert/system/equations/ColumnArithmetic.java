package org.filbert.system.equations;

import java.util.Arrays;
import org.filbert.linalg.Matrix;

/** Arithmetic on the columns of tall matrices, on each column by itself. */
public final class ColumnArithmetic {
  /** Most elements of a strip of rows, so that wide matrices go in fewer rows. */
  private static final int MOST_ELEMENTS = 1 << 18;

  private ColumnArithmetic() {}

  /** a(:, c)ᵀ b(:, c) for every column c. */
  public static double[] dots(Matrix a, Matrix b) {
    double[] ones = new double[a.rows()];
    Arrays.fill(ones, 1);
    return dots(ones, a, b);
  }

  /** a(:, c)ᵀ W b(:, c) for every column c, W the diagonal matrix of the rows' weights. */
  public static double[] dots(double[] weights, Matrix a, Matrix b) {
    double[] sums = new double[a.cols()];
    RowStrips.forEach(
        a.rows(),
        (from, to) -> {
          double[] x = a.rows(from, to).toArray();
          double[] y = b.rows(from, to).toArray();
          for (int i = 0; i < to - from; i++) {
            for (int c = 0; c < sums.length; c++) {
              int at = i * sums.length + c;
              sums[c] += weights[from + i] * x[at] * y[at];
            }
          }
        });
    return sums;
  }

  /** ‖a(:, c)‖₁ of every column c. */
  public static double[] norms1(Matrix a) {
    double[] sums = new double[a.cols()];
    RowStrips.forEach(
        a.rows(),
        (from, to) -> {
          double[] values = a.rows(from, to).toArray();
          for (int at = 0; at < values.length; at++) {
            sums[at % sums.length] += Math.abs(values[at]);
          }
        });
    return sums;
  }

  /** target += factor·summand. */
  public static void add(Matrix target, double factor, Matrix summand) {
    double[] factors = new double[target.cols()];
    Arrays.fill(factors, factor);
    add(target, factors, summand);
  }

  /** target(:, c) -= factors[c]·summand(:, c) for every column c. */
  public static void subtract(Matrix target, double[] factors, Matrix summand) {
    add(target, Arrays.stream(factors).map(factor -> -factor).toArray(), summand);
  }

  /** target(:, c) += factors[c]·summand(:, c) for every column c. */
  public static void add(Matrix target, double[] factors, Matrix summand) {
    double[] ones = new double[factors.length];
    Arrays.fill(ones, 1);
    combine(target, ones, factors, summand);
  }

  /** target(:, c) ← b[c]·target(:, c) + a[c]·x(:, c) for every column c. */
  public static void combine(Matrix target, double[] b, double[] a, Matrix x) {
    int step = Math.max(1, Math.min(RowStrips.ROWS, MOST_ELEMENTS / Math.max(1, a.length)));
    for (int from = 0; from < target.rows(); from += step) {
      int to = Math.min(from + step, target.rows());
      double[] values = target.rows(from, to).toArray();
      double[] summand = x.rows(from, to).toArray();
      for (int i = 0; i < values.length; i += a.length) {
        for (int c = 0; c < a.length; c++) {
          values[i + c] = b[c] * values[i + c] + a[c] * summand[i + c];
        }
      }
      target.write(from, to, values);
    }
  }

  /** The largest magnitude. */
  public static double largest(Matrix a) {
    double[] largest = new double[1];
    RowStrips.forEach(
        a.rows(),
        (from, to) -> {
          for (double value : a.rows(from, to).toArray()) {
            largest[0] = Math.max(largest[0], Math.abs(value));
          }
        });
    return largest[0];
  }

  /** ‖a‖², the sum of the squares of all elements. */
  public static double norm2(Matrix a) {
    double sum = 0;
    for (double value : a.toArray()) {
      sum += value * value;
    }
    return sum;
  }
}
