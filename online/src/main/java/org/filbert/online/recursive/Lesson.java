package org.filbert.online.recursive;

import org.filbert.linalg.Matrix;
import org.jspecify.annotations.Nullable;

/**
 * Rows in their order, which an expert predicts. From those with a target it learns before it
 * predicts the next one.
 *
 * @param z their features Z, m × p
 * @param labelled places of the rows with a target, in ascending order
 * @param y these targets Y, a row for each
 * @param roots square roots of these rows' weights
 */
record Lesson(Matrix z, int[] labelled, Matrix y, double[] roots) {
  int rows() {
    return z.rows();
  }

  /** Number of rows that are learned from. */
  int learned() {
    return labelled.length;
  }

  /**
   * Some of the rows.
   *
   * @param first the first labelled row among them
   * @param end the first labelled row after them
   */
  Lesson part(int from, int to, int first, int end) {
    int[] places = new int[end - first];
    double[] parts = new double[end - first];
    for (int i = first; i < end; i++) {
      places[i - first] = labelled[i] - from;
      parts[i - first] = roots[i];
    }
    return new Lesson(z.rows(from, to), places, y.rows(first, end), parts);
  }

  /**
   * What the labelled rows are multiplied by before they wait: the root of a row's weight, and of
   * what A and B will be multiplied by more than the row.
   *
   * @param memory f
   * @param faded f to the power of the rows that wait already
   */
  double[] factors(double memory, double faded) {
    double[] factors = new double[roots.length];
    double power = faded;
    for (int i = 0; i < factors.length; i++) {
      power *= memory;
      factors[i] = roots[i] / Math.sqrt(power);
    }
    return factors;
  }

  /** The features of the rows without a target. */
  Matrix unlabelled(Scratch scratch) {
    int count = rows() - learned();
    Matrix others = scratch.take(count, z.cols());
    int before = 0;
    for (int row = 0; row < rows() && row - before < count; row++) {
      if (before < learned() && labelled[before] == row) {
        before++;
      } else {
        others.rows(row - before, row - before + 1).assign(z.rows(row, row + 1));
      }
    }
    return others;
  }

  /** The features of the labelled rows, each times its factor, into another matrix. */
  void features(double[] factors, Matrix to) {
    write(z, labelled, factors, to);
  }

  /** The targets, each times its factor, into another matrix. */
  void targets(double[] factors, Matrix to) {
    write(y, null, factors, to);
  }

  private static void write(Matrix rows, int @Nullable [] places, double[] factors, Matrix to) {
    double[] values = rows.toArray();
    int cols = rows.cols();
    double[] scaled = new double[factors.length * cols];
    for (int i = 0; i < factors.length; i++) {
      int from = (places == null ? i : places[i]) * cols;
      for (int j = 0; j < cols; j++) {
        scaled[i * cols + j] = factors[i] * values[from + j];
      }
    }
    to.write(0, factors.length, scaled);
  }
}
