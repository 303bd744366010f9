package org.filbert.vector;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * As {@link PanamaProduct}, of floats and doubles: eight rows of A at a time are made double, once
 * for all columns of the result.
 */
final class PanamaDoubleProduct {
  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Float> FLOATS =
      VectorSpecies.of(
          float.class, VectorShape.forBitSize(Math.max(64, SPECIES.vectorBitSize() / 2)));
  private static final int LANES = SPECIES.length();
  private static final int ROWS = 8;

  private PanamaDoubleProduct() {}

  static void multiply(float[] a, int m, int n, double[] b, int k, int stride, double[] c) {
    double[] rows = new double[ROWS * n];
    for (int i = 0; i < m; i += ROWS) {
      int count = Math.min(ROWS, m - i);
      widen(a, i * n, count * n, rows);
      int j = 0;
      for (; count == ROWS && j + LANES < k; j += 2 * LANES) {
        eightRowsTwice(rows, n, b, j, stride, c, i * stride + j);
      }
      for (; j < k; j += LANES) {
        if (count == ROWS) {
          eightRows(rows, n, b, j, stride, c, i * stride + j);
        } else {
          for (int r = 0; r < count; r++) {
            oneRow(rows, r * n, n, b, j, stride, c, (i + r) * stride + j);
          }
        }
      }
    }
  }

  private static void widen(float[] a, int from, int count, double[] rows) {
    int vectorised = SPECIES.loopBound(count);
    for (int i = 0; i < vectorised; i += SPECIES.length()) {
      FloatVector.fromArray(FLOATS, a, from + i)
          .convertShape(VectorOperators.F2D, SPECIES, 0)
          .reinterpretAsDoubles()
          .intoArray(rows, i);
    }
    for (int i = vectorised; i < count; i++) {
      rows[i] = a[from + i];
    }
  }

  private static void eightRows(
      double[] a, int n, double[] b, int column, int stride, double[] c, int at) {
    int a1 = n;
    int a2 = a1 + n;
    int a3 = a2 + n;
    int a4 = a3 + n;
    int a5 = a4 + n;
    int a6 = a5 + n;
    int a7 = a6 + n;
    DoubleVector s0 = DoubleVector.zero(SPECIES);
    DoubleVector s1 = s0;
    DoubleVector s2 = s0;
    DoubleVector s3 = s0;
    DoubleVector s4 = s0;
    DoubleVector s5 = s0;
    DoubleVector s6 = s0;
    DoubleVector s7 = s0;
    for (int p = 0; p < n; p++) {
      DoubleVector row = DoubleVector.fromArray(SPECIES, b, p * stride + column);
      s0 = row.fma(spread(a[p]), s0);
      s1 = row.fma(spread(a[a1 + p]), s1);
      s2 = row.fma(spread(a[a2 + p]), s2);
      s3 = row.fma(spread(a[a3 + p]), s3);
      s4 = row.fma(spread(a[a4 + p]), s4);
      s5 = row.fma(spread(a[a5 + p]), s5);
      s6 = row.fma(spread(a[a6 + p]), s6);
      s7 = row.fma(spread(a[a7 + p]), s7);
    }
    s0.intoArray(c, at);
    s1.intoArray(c, at + stride);
    s2.intoArray(c, at + 2 * stride);
    s3.intoArray(c, at + 3 * stride);
    s4.intoArray(c, at + 4 * stride);
    s5.intoArray(c, at + 5 * stride);
    s6.intoArray(c, at + 6 * stride);
    s7.intoArray(c, at + 7 * stride);
  }

  /** As {@link #eightRows} for two vectors of columns, so that every spread element serves both. */
  private static void eightRowsTwice(
      double[] a, int n, double[] b, int column, int stride, double[] c, int at) {
    int a1 = n;
    int a2 = a1 + n;
    int a3 = a2 + n;
    int a4 = a3 + n;
    int a5 = a4 + n;
    int a6 = a5 + n;
    int a7 = a6 + n;
    DoubleVector s0 = DoubleVector.zero(SPECIES);
    DoubleVector s1 = s0;
    DoubleVector s2 = s0;
    DoubleVector s3 = s0;
    DoubleVector s4 = s0;
    DoubleVector s5 = s0;
    DoubleVector s6 = s0;
    DoubleVector s7 = s0;
    DoubleVector t0 = s0;
    DoubleVector t1 = s0;
    DoubleVector t2 = s0;
    DoubleVector t3 = s0;
    DoubleVector t4 = s0;
    DoubleVector t5 = s0;
    DoubleVector t6 = s0;
    DoubleVector t7 = s0;
    for (int p = 0; p < n; p++) {
      DoubleVector first = DoubleVector.fromArray(SPECIES, b, p * stride + column);
      DoubleVector second = DoubleVector.fromArray(SPECIES, b, p * stride + column + LANES);
      DoubleVector e = spread(a[p]);
      s0 = first.fma(e, s0);
      t0 = second.fma(e, t0);
      e = spread(a[a1 + p]);
      s1 = first.fma(e, s1);
      t1 = second.fma(e, t1);
      e = spread(a[a2 + p]);
      s2 = first.fma(e, s2);
      t2 = second.fma(e, t2);
      e = spread(a[a3 + p]);
      s3 = first.fma(e, s3);
      t3 = second.fma(e, t3);
      e = spread(a[a4 + p]);
      s4 = first.fma(e, s4);
      t4 = second.fma(e, t4);
      e = spread(a[a5 + p]);
      s5 = first.fma(e, s5);
      t5 = second.fma(e, t5);
      e = spread(a[a6 + p]);
      s6 = first.fma(e, s6);
      t6 = second.fma(e, t6);
      e = spread(a[a7 + p]);
      s7 = first.fma(e, s7);
      t7 = second.fma(e, t7);
    }
    s0.intoArray(c, at);
    t0.intoArray(c, at + LANES);
    s1.intoArray(c, at + 1 * stride);
    t1.intoArray(c, at + 1 * stride + LANES);
    s2.intoArray(c, at + 2 * stride);
    t2.intoArray(c, at + 2 * stride + LANES);
    s3.intoArray(c, at + 3 * stride);
    t3.intoArray(c, at + 3 * stride + LANES);
    s4.intoArray(c, at + 4 * stride);
    t4.intoArray(c, at + 4 * stride + LANES);
    s5.intoArray(c, at + 5 * stride);
    t5.intoArray(c, at + 5 * stride + LANES);
    s6.intoArray(c, at + 6 * stride);
    t6.intoArray(c, at + 6 * stride + LANES);
    s7.intoArray(c, at + 7 * stride);
    t7.intoArray(c, at + 7 * stride + LANES);
  }

  private static DoubleVector spread(double value) {
    return DoubleVector.broadcast(SPECIES, value);
  }

  private static void oneRow(
      double[] a, int start, int n, double[] b, int column, int stride, double[] c, int at) {
    DoubleVector sum = DoubleVector.zero(SPECIES);
    for (int p = 0; p < n; p++) {
      sum = DoubleVector.fromArray(SPECIES, b, p * stride + column).fma(spread(a[start + p]), sum);
    }
    sum.intoArray(c, at);
  }

  static void addTransposed(float[] a, int m, int n, double[] b, int k, int stride, double[] c) {
    double[] rows = new double[ROWS * n];
    for (int i = 0; i < m; i += ROWS) {
      int count = Math.min(ROWS, m - i);
      widen(a, i * n, count * n, rows);
      int j = 0;
      for (; count == ROWS && j + LANES < k; j += 2 * LANES) {
        addEightTwice(rows, n, b, i * stride + j, stride, c, j);
      }
      for (; j < k; j += LANES) {
        if (count == ROWS) {
          addEight(rows, n, b, i * stride + j, stride, c, j);
        } else {
          for (int r = 0; r < count; r++) {
            addOne(rows, r * n, n, b, (i + r) * stride + j, stride, c, j);
          }
        }
      }
    }
  }

  private static void addEight(
      double[] a, int n, double[] b, int at, int stride, double[] c, int column) {
    int a1 = n;
    int a2 = a1 + n;
    int a3 = a2 + n;
    int a4 = a3 + n;
    int a5 = a4 + n;
    int a6 = a5 + n;
    int a7 = a6 + n;
    DoubleVector b0 = DoubleVector.fromArray(SPECIES, b, at);
    DoubleVector b1 = DoubleVector.fromArray(SPECIES, b, at + stride);
    DoubleVector b2 = DoubleVector.fromArray(SPECIES, b, at + 2 * stride);
    DoubleVector b3 = DoubleVector.fromArray(SPECIES, b, at + 3 * stride);
    DoubleVector b4 = DoubleVector.fromArray(SPECIES, b, at + 4 * stride);
    DoubleVector b5 = DoubleVector.fromArray(SPECIES, b, at + 5 * stride);
    DoubleVector b6 = DoubleVector.fromArray(SPECIES, b, at + 6 * stride);
    DoubleVector b7 = DoubleVector.fromArray(SPECIES, b, at + 7 * stride);
    for (int p = 0; p < n; p++) {
      DoubleVector sum = DoubleVector.fromArray(SPECIES, c, p * stride + column);
      sum = b0.fma(spread(a[p]), sum);
      sum = b1.fma(spread(a[a1 + p]), sum);
      sum = b2.fma(spread(a[a2 + p]), sum);
      sum = b3.fma(spread(a[a3 + p]), sum);
      sum = b4.fma(spread(a[a4 + p]), sum);
      sum = b5.fma(spread(a[a5 + p]), sum);
      sum = b6.fma(spread(a[a6 + p]), sum);
      sum = b7.fma(spread(a[a7 + p]), sum);
      sum.intoArray(c, p * stride + column);
    }
  }

  private static void addEightTwice(
      double[] a, int n, double[] b, int at, int stride, double[] c, int column) {
    int a1 = n;
    int a2 = a1 + n;
    int a3 = a2 + n;
    int a4 = a3 + n;
    int a5 = a4 + n;
    int a6 = a5 + n;
    int a7 = a6 + n;
    DoubleVector b0 = DoubleVector.fromArray(SPECIES, b, at + 0 * stride);
    DoubleVector b1 = DoubleVector.fromArray(SPECIES, b, at + 1 * stride);
    DoubleVector b2 = DoubleVector.fromArray(SPECIES, b, at + 2 * stride);
    DoubleVector b3 = DoubleVector.fromArray(SPECIES, b, at + 3 * stride);
    DoubleVector b4 = DoubleVector.fromArray(SPECIES, b, at + 4 * stride);
    DoubleVector b5 = DoubleVector.fromArray(SPECIES, b, at + 5 * stride);
    DoubleVector b6 = DoubleVector.fromArray(SPECIES, b, at + 6 * stride);
    DoubleVector b7 = DoubleVector.fromArray(SPECIES, b, at + 7 * stride);
    DoubleVector d0 = DoubleVector.fromArray(SPECIES, b, at + 0 * stride + LANES);
    DoubleVector d1 = DoubleVector.fromArray(SPECIES, b, at + 1 * stride + LANES);
    DoubleVector d2 = DoubleVector.fromArray(SPECIES, b, at + 2 * stride + LANES);
    DoubleVector d3 = DoubleVector.fromArray(SPECIES, b, at + 3 * stride + LANES);
    DoubleVector d4 = DoubleVector.fromArray(SPECIES, b, at + 4 * stride + LANES);
    DoubleVector d5 = DoubleVector.fromArray(SPECIES, b, at + 5 * stride + LANES);
    DoubleVector d6 = DoubleVector.fromArray(SPECIES, b, at + 6 * stride + LANES);
    DoubleVector d7 = DoubleVector.fromArray(SPECIES, b, at + 7 * stride + LANES);
    for (int p = 0; p < n; p++) {
      int row = p * stride + column;
      DoubleVector s = DoubleVector.fromArray(SPECIES, c, row);
      DoubleVector t = DoubleVector.fromArray(SPECIES, c, row + LANES);
      DoubleVector e = spread(a[p]);
      s = b0.fma(e, s);
      t = d0.fma(e, t);
      e = spread(a[a1 + p]);
      s = b1.fma(e, s);
      t = d1.fma(e, t);
      e = spread(a[a2 + p]);
      s = b2.fma(e, s);
      t = d2.fma(e, t);
      e = spread(a[a3 + p]);
      s = b3.fma(e, s);
      t = d3.fma(e, t);
      e = spread(a[a4 + p]);
      s = b4.fma(e, s);
      t = d4.fma(e, t);
      e = spread(a[a5 + p]);
      s = b5.fma(e, s);
      t = d5.fma(e, t);
      e = spread(a[a6 + p]);
      s = b6.fma(e, s);
      t = d6.fma(e, t);
      e = spread(a[a7 + p]);
      s = b7.fma(e, s);
      t = d7.fma(e, t);
      s.intoArray(c, row);
      t.intoArray(c, row + LANES);
    }
  }

  private static void addOne(
      double[] a, int start, int n, double[] b, int at, int stride, double[] c, int column) {
    DoubleVector row = DoubleVector.fromArray(SPECIES, b, at);
    for (int p = 0; p < n; p++) {
      row.fma(spread(a[start + p]), DoubleVector.fromArray(SPECIES, c, p * stride + column))
          .intoArray(c, p * stride + column);
    }
  }
}
