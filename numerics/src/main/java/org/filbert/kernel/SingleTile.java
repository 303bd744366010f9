package org.filbert.kernel;

import org.filbert.linalg.Precision;
import org.filbert.linalg.VectorMath;

/** A tile of floats. */
final class SingleTile extends Tile {
  private final float[] row;
  private final float[] columnNorms;

  SingleTile(int maxRows, int maxColumns) {
    super(Precision.SINGLE, maxRows, maxColumns);
    row = new float[maxColumns];
    columnNorms = new float[maxColumns];
  }

  void put(int at, float[] statistics) {
    matrix().write(at, at + 1, statistics);
  }

  @Override
  void put(int at, double[] statistics) {
    matrix().write(at, at + 1, statistics);
  }

  @Override
  void columnNorms(double[] norms, int from, int count) {
    for (int j = 0; j < count; j++) {
      columnNorms[j] = (float) norms[from + j];
    }
  }

  @Override
  void load(int at) {
    matrix().read(at, at + 1, row);
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
  void store(int at) {
    matrix().write(at, at + 1, row);
  }
}
