package org.filbert.kernel;

import java.nio.FloatBuffer;
import org.bytedeco.javacpp.FloatPointer;
import org.filbert.linalg.Precision;
import org.filbert.linalg.VectorMath;

/** A tile of floats. */
final class SingleTile extends Tile {
  private final FloatBuffer buffer;
  private final float[] row;
  private final float[] columnNorms;

  SingleTile(int maxRows, int maxColumns) {
    super(Precision.SINGLE, maxRows, maxColumns);
    buffer = ((FloatPointer) pointer()).asBuffer();
    row = new float[maxColumns];
    columnNorms = new float[maxColumns];
  }

  void put(int at, float[] statistics) {
    buffer.put(start(at), statistics, 0, matrix().cols());
  }

  @Override
  void put(int at, double[] statistics) {
    int count = matrix().cols();
    for (int j = 0; j < count; j++) {
      row[j] = (float) statistics[j];
    }
    put(at, row);
  }

  @Override
  void columnNorms(double[] norms, int from, int count) {
    for (int j = 0; j < count; j++) {
      columnNorms[j] = (float) norms[from + j];
    }
  }

  @Override
  void load(int at, int count) {
    buffer.get(start(at), row, 0, count);
  }

  @Override
  void addNorms(double rowNorm, int count) {
    float norm = (float) rowNorm;
    for (int j = 0; j < count; j++) {
      row[j] = Math.max(0f, (norm + columnNorms[j]) + row[j]);
    }
  }

  @Override
  void apply(Kernel kernel, VectorMath math, int count) {
    kernel.apply(row, 0, count, math);
  }

  @Override
  void store(int at, int count) {
    buffer.put(start(at), row, 0, count);
  }
}
