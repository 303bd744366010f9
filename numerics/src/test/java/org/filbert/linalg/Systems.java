package org.filbert.linalg;

import java.util.Random;

/** Seeded symmetric positive definite matrices and right-hand sides. */
final class Systems {
  private Systems() {}

  static Matrix random(Precision precision, int rows, int cols, long seed) {
    Random random = new Random(seed);
    double[] values = new double[rows * cols];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextGaussian();
    }
    return Matrix.of(precision, rows, cols, values);
  }

  /** I + GᵀG / n with normal G: eigenvalues from 1 to 5. */
  static Matrix wellConditioned(Precision precision, int n, long seed) {
    Matrix g = random(Precision.DOUBLE, n, n, seed);
    Matrix a = Matrix.zeros(Precision.DOUBLE, n, n);
    new OpenBlas().gemm(true, false, 1.0 / Math.max(1, n), g, g, 0, a);
    for (int i = 0; i < n; i++) {
      a.set(i, i, a.get(i, i) + 1);
      for (int j = 0; j < i; j++) {
        a.set(j, i, a.get(i, j));
      }
    }
    return a.copy(precision);
  }

  /** ‖A - B‖ / ‖B‖ over the lower triangle of squares, over all elements of others. */
  static double distance(Matrix a, Matrix b) {
    double difference = 0;
    double size = Double.MIN_NORMAL;
    for (int i = 0; i < b.rows(); i++) {
      for (int j = 0; j < (b.rows() == b.cols() ? i + 1 : b.cols()); j++) {
        difference += Math.pow(a.get(i, j) - b.get(i, j), 2);
        size += Math.pow(b.get(i, j), 2);
      }
    }
    return Math.sqrt(difference / size);
  }
}
