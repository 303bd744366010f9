package org.filbert.linalg;

import org.filbert.cost.Meter;

/**
 * Products of float tiles with few columns by {@link VectorMath}, strip of rows by strip of rows
 * through the heap: a tile is read once, at about the speed of memory. The bits of a column do not
 * depend on the others, nor on which vector math or BLAS there is.
 */
abstract class NarrowProduct implements TileProduct {
  /** With more columns a BLAS is as fast. */
  static final int COLUMNS = 32;

  /** Rows of a strip: 256 KiB of a whole tile's width. */
  private static final int STRIP = 128;

  final VectorMath math;
  final int k;
  final int stride;
  final float[] strip = new float[STRIP * EDGE];
  private final Meter meter;
  private final boolean copied;
  private final Matrix delta;
  private final Matrix out;
  private final double[] sum;

  NarrowProduct(VectorMath math, Meter meter, Precision precision, Matrix delta, Matrix out) {
    this.math = math;
    this.meter = meter;
    this.k = out.cols();
    this.stride =
        (k + VectorMath.STRIDE_STEP - 1) / VectorMath.STRIDE_STEP * VectorMath.STRIDE_STEP;
    this.copied = delta.precision() != precision;
    this.delta = copied ? delta.copy(precision) : delta;
    this.out = out;
    this.sum = new double[EDGE * k];
  }

  /** Reads rows of delta, and puts them {@link #stride} apart. */
  abstract void take(Matrix rows);

  /** Copies rows of k elements that follow each other to {@link #stride} apart. */
  final void spread(Object packed, Object apart, int rows) {
    for (int i = 0; i < rows; i++) {
      System.arraycopy(packed, i * k, apart, i * stride, k);
    }
  }

  /** part ← strip·rows, m rows of the strip. */
  abstract void multiply(int m, int n);

  /** Makes a part of so many rows zero. */
  abstract void clear(int rows);

  /** part ← part + stripᵀ·rows */
  abstract void addTransposed(int m, int n);

  /** sum ← sum + part, whose rows are {@link #stride} apart, those of the sum k. */
  abstract void addPart(double[] sum, int rows);

  @Override
  public final void add(Matrix tile, int row, int column) {
    take(delta.rows(column, column + tile.cols()));
    forEachStrip(
        tile,
        (from, to) -> {
          multiply(to - from, tile.cols());
          addPart(row + from, to - from);
        });
  }

  @Override
  public final void addTransposed(Matrix tile, int row, int column) {
    clear(tile.cols());
    forEachStrip(
        tile,
        (from, to) -> {
          take(delta.rows(column + from, column + to));
          addTransposed(to - from, tile.cols());
        });
    addPart(row, tile.cols());
  }

  private interface AtStrip {
    void run(int from, int to);
  }

  private void forEachStrip(Matrix tile, AtStrip action) {
    for (int from = 0; from < tile.rows(); from += STRIP) {
      int to = Math.min(from + STRIP, tile.rows());
      tile.read(from, to, strip);
      action.run(from, to);
    }
    meter.count(2.0 * tile.rows() * tile.cols() * k);
  }

  private void addPart(int row, int count) {
    out.read(row, row + count, sum);
    addPart(sum, count);
    out.write(row, row + count, sum);
  }

  @Override
  public final void close() {
    if (copied) {
      delta.close();
    }
  }
}
