package org.filbert.vector;

import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * As {@link PanamaProduct}, for products of floats and doubles. A is divided into pieces of {@value
 * #ROWS} rows and {@value #WIDTH} columns, which are converted to double once for all columns of
 * the result. The part of B or of the result that belongs to a piece's columns stays in the first
 * cache for all rows. Four rows and two vectors of columns need eleven registers; processors have
 * at least sixteen.
 */
final class PanamaDoubleProduct {
  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Float> FLOATS =
      VectorSpecies.of(
          float.class, VectorShape.forBitSize(Math.max(64, SPECIES.vectorBitSize() / 2)));
  private static final int LANES = SPECIES.length();
  private static final int ROWS = 4;
  private static final int WIDTH = 64;

  private PanamaDoubleProduct() {}

  /** Processes a piece of A, whose rows are WIDTH apart. */
  private interface AtPiece {
    void run(double[] piece, int row, int rows, int column, int columns);
  }

  private static void forEachPiece(float[] a, int m, int n, AtPiece action) {
    double[] piece = new double[ROWS * WIDTH];
    for (int column = 0; column < n; column += WIDTH) {
      int columns = Math.min(WIDTH, n - column);
      for (int row = 0; row < m; row += ROWS) {
        int rows = Math.min(ROWS, m - row);
        for (int r = 0; r < rows; r++) {
          widen(a, (row + r) * n + column, columns, piece, r * WIDTH);
        }
        action.run(piece, row, rows, column, columns);
      }
    }
  }

  private static void widen(float[] a, int from, int count, double[] piece, int to) {
    int vectorised = SPECIES.loopBound(count);
    for (int i = 0; i < vectorised; i += LANES) {
      FloatVector.fromArray(FLOATS, a, from + i)
          .convertShape(VectorOperators.F2D, SPECIES, 0)
          .reinterpretAsDoubles()
          .intoArray(piece, to + i);
    }
    for (int i = vectorised; i < count; i++) {
      piece[to + i] = a[from + i];
    }
  }

  static void multiply(float[] a, int m, int n, double[] b, int k, int stride, double[] c) {
    Arrays.fill(c, 0, m * stride, 0);
    forEachPiece(
        a,
        m,
        n,
        (piece, row, rows, column, columns) -> {
          int from = column * stride;
          int to = row * stride;
          for (int j = 0; rows == ROWS && j < k; j += 2 * LANES) {
            fourRows(piece, columns, b, from + j, stride, c, to + j);
          }
          for (int r = 0; rows < ROWS && r < rows; r++) {
            for (int j = 0; j < k; j += LANES) {
              oneRow(piece, r * WIDTH, columns, b, from + j, stride, c, to + r * stride + j);
            }
          }
        });
  }

  /** Uses two vectors of columns, so that each broadcast element serves both. */
  private static void fourRows(
      double[] a, int n, double[] b, int from, int stride, double[] c, int to) {
    int to1 = to + stride;
    int to2 = to1 + stride;
    int to3 = to2 + stride;
    DoubleVector s0 = DoubleVector.fromArray(SPECIES, c, to);
    DoubleVector t0 = DoubleVector.fromArray(SPECIES, c, to + LANES);
    DoubleVector s1 = DoubleVector.fromArray(SPECIES, c, to1);
    DoubleVector t1 = DoubleVector.fromArray(SPECIES, c, to1 + LANES);
    DoubleVector s2 = DoubleVector.fromArray(SPECIES, c, to2);
    DoubleVector t2 = DoubleVector.fromArray(SPECIES, c, to2 + LANES);
    DoubleVector s3 = DoubleVector.fromArray(SPECIES, c, to3);
    DoubleVector t3 = DoubleVector.fromArray(SPECIES, c, to3 + LANES);
    for (int p = 0; p < n; p++) {
      DoubleVector first = DoubleVector.fromArray(SPECIES, b, from + p * stride);
      DoubleVector second = DoubleVector.fromArray(SPECIES, b, from + p * stride + LANES);
      DoubleVector e = spread(a[p]);
      s0 = first.fma(e, s0);
      t0 = second.fma(e, t0);
      e = spread(a[WIDTH + p]);
      s1 = first.fma(e, s1);
      t1 = second.fma(e, t1);
      e = spread(a[2 * WIDTH + p]);
      s2 = first.fma(e, s2);
      t2 = second.fma(e, t2);
      e = spread(a[3 * WIDTH + p]);
      s3 = first.fma(e, s3);
      t3 = second.fma(e, t3);
    }
    s0.intoArray(c, to);
    t0.intoArray(c, to + LANES);
    s1.intoArray(c, to1);
    t1.intoArray(c, to1 + LANES);
    s2.intoArray(c, to2);
    t2.intoArray(c, to2 + LANES);
    s3.intoArray(c, to3);
    t3.intoArray(c, to3 + LANES);
  }

  private static void oneRow(
      double[] a, int row, int n, double[] b, int from, int stride, double[] c, int to) {
    DoubleVector sum = DoubleVector.fromArray(SPECIES, c, to);
    for (int p = 0; p < n; p++) {
      sum = DoubleVector.fromArray(SPECIES, b, from + p * stride).fma(spread(a[row + p]), sum);
    }
    sum.intoArray(c, to);
  }

  static void addTransposed(float[] a, int m, int n, double[] b, int k, int stride, double[] c) {
    forEachPiece(
        a,
        m,
        n,
        (piece, row, rows, column, columns) -> {
          int from = row * stride;
          int to = column * stride;
          for (int j = 0; rows == ROWS && j < k; j += 2 * LANES) {
            addFour(piece, columns, b, from + j, stride, c, to + j);
          }
          for (int r = 0; rows < ROWS && r < rows; r++) {
            for (int j = 0; j < k; j += LANES) {
              addOne(piece, r * WIDTH, columns, b, from + r * stride + j, stride, c, to + j);
            }
          }
        });
  }

  private static void addFour(
      double[] a, int n, double[] b, int from, int stride, double[] c, int to) {
    int from1 = from + stride;
    int from2 = from1 + stride;
    int from3 = from2 + stride;
    DoubleVector b0 = DoubleVector.fromArray(SPECIES, b, from);
    DoubleVector d0 = DoubleVector.fromArray(SPECIES, b, from + LANES);
    DoubleVector b1 = DoubleVector.fromArray(SPECIES, b, from1);
    DoubleVector d1 = DoubleVector.fromArray(SPECIES, b, from1 + LANES);
    DoubleVector b2 = DoubleVector.fromArray(SPECIES, b, from2);
    DoubleVector d2 = DoubleVector.fromArray(SPECIES, b, from2 + LANES);
    DoubleVector b3 = DoubleVector.fromArray(SPECIES, b, from3);
    DoubleVector d3 = DoubleVector.fromArray(SPECIES, b, from3 + LANES);
    for (int p = 0; p < n; p++) {
      int at = to + p * stride;
      DoubleVector s = DoubleVector.fromArray(SPECIES, c, at);
      DoubleVector t = DoubleVector.fromArray(SPECIES, c, at + LANES);
      DoubleVector e = spread(a[p]);
      s = b0.fma(e, s);
      t = d0.fma(e, t);
      e = spread(a[WIDTH + p]);
      s = b1.fma(e, s);
      t = d1.fma(e, t);
      e = spread(a[2 * WIDTH + p]);
      s = b2.fma(e, s);
      t = d2.fma(e, t);
      e = spread(a[3 * WIDTH + p]);
      s = b3.fma(e, s);
      t = d3.fma(e, t);
      s.intoArray(c, at);
      t.intoArray(c, at + LANES);
    }
  }

  private static void addOne(
      double[] a, int row, int n, double[] b, int from, int stride, double[] c, int to) {
    DoubleVector factor = DoubleVector.fromArray(SPECIES, b, from);
    for (int p = 0; p < n; p++) {
      int at = to + p * stride;
      factor.fma(spread(a[row + p]), DoubleVector.fromArray(SPECIES, c, at)).intoArray(c, at);
    }
  }

  private static DoubleVector spread(double value) {
    return DoubleVector.broadcast(SPECIES, value);
  }
}
