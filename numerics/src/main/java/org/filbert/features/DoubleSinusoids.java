package org.filbert.features;

import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/** A strip of doubles, for accuracy rather than speed. */
final class DoubleSinusoids extends Sinusoids {
  private final double[] row;
  private final double[] pairs;
  private double[] beta = {};

  DoubleSinusoids(int maxRows, int columns) {
    super(Precision.DOUBLE, maxRows, columns);
    row = new double[columns];
    pairs = new double[columns];
  }

  @Override
  void phases(double[] values) {
    beta = values;
  }

  @Override
  void cosines(Matrix place, int count, double scale) {
    place.columns(0, count).read(0, 1, row);
    for (int j = 0; j < count; j++) {
      row[j] = scale * Math.cos(row[j] + beta[j]);
    }
    place.columns(0, count).write(0, 1, row);
  }

  @Override
  void pairs(Matrix place, int count, double scale) {
    place.columns(0, count).read(0, 1, row);
    for (int j = 0; j < count; j++) {
      pairs[2 * j] = scale * Math.cos(row[j]);
      pairs[2 * j + 1] = scale * Math.sin(row[j]);
    }
    place.columns(0, 2 * count).write(0, 1, pairs);
  }
}
