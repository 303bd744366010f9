package org.filbert.benchmarks.streams;

/** An endless stream of rows with classes. */
interface LabelledStream {
  /**
   * A row.
   *
   * @param label its class, from 0
   */
  record Row(double[] x, int label) {}

  /** Number of features of a row. */
  int features();

  Row next();
}
