package org.filbert.kernel;

import org.filbert.linalg.Precision;
import org.filbert.linalg.VectorMath;

/** A tile of doubles. */
final class DoubleTile extends Tile {
  private final double[] row;
  private final double[] columnNorms;

  DoubleTile(int maxRows, int maxColumns) {
    super(Precision.DOUBLE, maxRows, maxColumns);
    row = new double[maxColumns];
    columnNorms = new double[maxColumns];
  }

  @Override
  void put(int at, double[] statistics) {
    matrix().write(at, at + 1, statistics);
  }

  @Override
  void columnNorms(double[] norms, int from, int count) {
    System.arraycopy(norms, from, columnNorms, 0, count);
  }

  @Override
  void load(int at) {
    matrix().read(at, at + 1, row);
  }

  @Override
  void addNorms(double rowNorm, int count) {
    for (int j = 0; j < count; j++) {
      row[j] = Math.max(0, (rowNorm + columnNorms[j]) + row[j]);
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
