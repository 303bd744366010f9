package org.filbert.benchmarks;

import java.util.Random;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/** Seeded operands. */
final class Inputs {
  private Inputs() {}

  /** Normal elements of variance 1 / cols, so that squared distances are about 2. */
  static Matrix normal(Precision precision, int rows, int cols, long seed) {
    Random random = new Random(seed);
    double[] values = new double[rows * cols];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextGaussian() / Math.sqrt(cols);
    }
    return Matrix.of(precision, rows, cols, values);
  }
}
