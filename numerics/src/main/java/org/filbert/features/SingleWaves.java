package org.filbert.features;

import java.nio.FloatBuffer;
import org.bytedeco.javacpp.FloatPointer;
import org.filbert.linalg.Precision;
import org.filbert.linalg.VectorMath;

/** A strip of floats. */
final class SingleWaves extends Waves {
  private final VectorMath math;
  private final FloatBuffer buffer;
  private final float[] beta;
  private final float[] cosines;
  private final float[] sines;
  private final float[] pairs;

  SingleWaves(int maxRows, int columns, VectorMath math) {
    super(Precision.SINGLE, maxRows, columns);
    this.math = math;
    buffer = ((FloatPointer) memory().pointer()).asBuffer();
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
  void cosines(int start, int count, double scale) {
    buffer.get(start, cosines, 0, count);
    for (int j = 0; j < count; j++) {
      cosines[j] += beta[j];
    }
    math.cos(cosines, 0, count);
    float factor = (float) scale;
    for (int j = 0; j < count; j++) {
      cosines[j] *= factor;
    }
    buffer.put(start, cosines, 0, count);
  }

  @Override
  void pairs(int start, int count, double scale) {
    buffer.get(start, cosines, 0, count);
    buffer.get(start, sines, 0, count);
    math.cos(cosines, 0, count);
    math.sin(sines, 0, count);
    float factor = (float) scale;
    for (int j = 0; j < count; j++) {
      pairs[2 * j] = factor * cosines[j];
      pairs[2 * j + 1] = factor * sines[j];
    }
    buffer.put(start, pairs, 0, 2 * count);
  }
}
