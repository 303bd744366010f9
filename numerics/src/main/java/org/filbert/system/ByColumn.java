package org.filbert.system;

import java.util.Arrays;
import org.filbert.linalg.Matrix;

/** Arithmetic on the columns of tall matrices, each for itself. */
final class ByColumn {
  private static final int STRIP = 1024;

  private ByColumn() {}

  /** a(:, c)ᵀ b(:, c) for every column c. */
  static double[] dots(Matrix a, Matrix b) {
    double[] ones = new double[a.rows()];
    Arrays.fill(ones, 1);
    return dots(ones, a, b);
  }

  /** a(:, c)ᵀ W b(:, c) for every column c, W the diagonal matrix of the rows' weights. */
  static double[] dots(double[] weights, Matrix a, Matrix b) {
    double[] sums = new double[a.cols()];
    for (int from = 0; from < a.rows(); from += STRIP) {
      int to = Math.min(from + STRIP, a.rows());
      double[] x = a.rows(from, to).toArray();
      double[] y = b.rows(from, to).toArray();
      for (int i = 0; i < to - from; i++) {
        for (int c = 0; c < sums.length; c++) {
          int at = i * sums.length + c;
          sums[c] += weights[from + i] * x[at] * y[at];
        }
      }
    }
    return sums;
  }

  /** ‖a(:, c)‖₁ of every column c. */
  static double[] absolute(Matrix a) {
    double[] sums = new double[a.cols()];
    for (int from = 0; from < a.rows(); from += STRIP) {
      double[] values = a.rows(from, Math.min(from + STRIP, a.rows())).toArray();
      for (int at = 0; at < values.length; at++) {
        sums[at % sums.length] += Math.abs(values[at]);
      }
    }
    return sums;
  }

  /** target(:, c) -= factors[c]·summand(:, c) for every column c. */
  static void subtract(Matrix target, double[] factors, Matrix summand) {
    add(target, Arrays.stream(factors).map(factor -> -factor).toArray(), summand);
  }

  /** target(:, c) += factors[c]·summand(:, c) for every column c. */
  static void add(Matrix target, double[] factors, Matrix summand) {
    for (int from = 0; from < target.rows(); from += STRIP) {
      int to = Math.min(from + STRIP, target.rows());
      double[] sum = target.rows(from, to).toArray();
      double[] x = summand.rows(from, to).toArray();
      for (int i = 0; i < sum.length; i += factors.length) {
        for (int c = 0; c < factors.length; c++) {
          sum[i + c] += factors[c] * x[i + c];
        }
      }
      target.write(from, to, sum);
    }
  }

  /** target(:, c) ← b[c]·target(:, c) + a[c]·x(:, c) for every column c. */
  static void combine(Matrix target, double[] b, double[] a, Matrix x) {
    for (int from = 0; from < target.rows(); from += STRIP) {
      int to = Math.min(from + STRIP, target.rows());
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
  static double largest(Matrix a) {
    double largest = 0;
    for (int from = 0; from < a.rows(); from += STRIP) {
      for (double value : a.rows(from, Math.min(from + STRIP, a.rows())).toArray()) {
        largest = Math.max(largest, Math.abs(value));
      }
    }
    return largest;
  }

  /** ‖a‖² of columns {@code from} to {@code to}. */
  static double norm2(Matrix a, int from, int to) {
    double sum = 0;
    for (double value : a.columns(from, to).toArray()) {
      sum += value * value;
    }
    return sum;
  }

  /** target += factor·summand, a row at a time: for matrices with many columns. */
  static void add(Matrix target, double factor, Matrix summand) {
    double[] sum = new double[target.cols()];
    double[] other = new double[target.cols()];
    for (int i = 0; i < target.rows(); i++) {
      target.read(i, i + 1, sum);
      summand.read(i, i + 1, other);
      for (int j = 0; j < sum.length; j++) {
        sum[j] += factor * other[j];
      }
      target.write(i, i + 1, sum);
    }
  }
}
