package org.filbert.online.recursive;

import org.filbert.linalg.Matrix;

/**
 * Rows in their order, which an expert predicts. From those with a target it learns before it
 * predicts the next one.
 *
 * @param z their features Z, m × p
 * @param values elements of Z, row after row, which come after those of other rows
 * @param first number of these other rows
 * @param labelled places of the rows with a target, in ascending order
 * @param y these targets Y, a row for each
 * @param roots square roots of these rows' weights
 */
record Lesson(Matrix z, double[] values, int first, int[] labelled, Matrix y, double[] roots) {
  Lesson(Matrix z, int[] labelled, Matrix y, double[] roots) {
    this(z, z.toArray(), 0, labelled, y, roots);
  }

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
   * @param begin the first labelled row among them
   * @param end the first labelled row after them
   */
  Lesson part(int from, int to, int begin, int end) {
    if (to - from == rows()) {
      return this;
    }
    int[] places = new int[end - begin];
    double[] parts = new double[end - begin];
    for (int i = begin; i < end; i++) {
      places[i - begin] = labelled[i] - from;
      parts[i - begin] = roots[i];
    }
    return new Lesson(z.rows(from, to), values, first + from, places, y.rows(begin, end), parts);
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
    double[] row = new double[z.cols()];
    for (int i = 0; i < factors.length; i++) {
      int from = (first + labelled[i]) * row.length;
      for (int j = 0; j < row.length; j++) {
        row[j] = factors[i] * values[from + j];
      }
      to.write(i, i + 1, row);
    }
  }

  /** The targets, each times its factor, into another matrix. */
  void targets(double[] factors, Matrix to) {
    double[] scaled = y.toArray();
    for (int i = 0; i < scaled.length; i++) {
      scaled[i] *= factors[i / y.cols()];
    }
    to.write(0, factors.length, scaled);
  }
}
