package org.filbert.features;

import java.nio.DoubleBuffer;
import org.bytedeco.javacpp.DoublePointer;
import org.filbert.linalg.Precision;

/** A strip of doubles, for accuracy rather than speed. */
final class DoubleWaves extends Waves {
  private final DoubleBuffer buffer;
  private final double[] row;
  private final double[] pairs;
  private double[] beta = {};

  DoubleWaves(int maxRows, int columns) {
    super(Precision.DOUBLE, maxRows, columns);
    buffer = ((DoublePointer) memory().pointer()).asBuffer();
    row = new double[columns];
    pairs = new double[columns];
  }

  @Override
  void phases(double[] values) {
    beta = values;
  }

  @Override
  void cosines(int start, int count, double scale) {
    buffer.get(start, row, 0, count);
    for (int j = 0; j < count; j++) {
      row[j] = scale * Math.cos(row[j] + beta[j]);
    }
    buffer.put(start, row, 0, count);
  }

  @Override
  void pairs(int start, int count, double scale) {
    buffer.get(start, row, 0, count);
    for (int j = 0; j < count; j++) {
      pairs[2 * j] = scale * Math.cos(row[j]);
      pairs[2 * j + 1] = scale * Math.sin(row[j]);
    }
    buffer.put(start, pairs, 0, 2 * count);
  }
}
