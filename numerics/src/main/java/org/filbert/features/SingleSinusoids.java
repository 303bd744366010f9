package org.filbert.features;

import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.linalg.VectorMath;

/** A strip of floats. */
final class SingleSinusoids extends Sinusoids {
  private final VectorMath math;
  private final float[] beta;
  private final float[] cosines;
  private final float[] sines;
  private final float[] pairs;

  SingleSinusoids(int maxRows, int columns, VectorMath math) {
    super(Precision.SINGLE, maxRows, columns);
    this.math = math;
    beta = new float[columns];
    cosines = new float[columns];
    sines = new float[columns];
    pairs = new float[columns];
  }

  @Override
  void phases(double[] values) {
    for (int j = 0; j < values.length; j++) {
      beta[j] = (float) values[j];
    }
  }

  @Override
  void cosines(Matrix row, int count, double scale) {
    row.columns(0, count).read(0, 1, cosines);
    for (int j = 0; j < count; j++) {
      cosines[j] += beta[j];
    }
    math.cos(cosines, 0, count);
    float factor = (float) scale;
    for (int j = 0; j < count; j++) {
      cosines[j] *= factor;
    }
    row.columns(0, count).write(0, 1, cosines);
  }

  @Override
  void pairs(Matrix row, int count, double scale) {
    row.columns(0, count).read(0, 1, cosines);
    row.columns(0, count).read(0, 1, sines);
    math.cos(cosines, 0, count);
    math.sin(sines, 0, count);
    float factor = (float) scale;
    for (int j = 0; j < count; j++) {
      pairs[2 * j] = factor * cosines[j];
      pairs[2 * j + 1] = factor * sines[j];
    }
    row.columns(0, 2 * count).write(0, 1, pairs);
  }
}
