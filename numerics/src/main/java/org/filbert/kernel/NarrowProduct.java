package org.filbert.kernel;

import java.util.Arrays;
import org.filbert.cost.Meter;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.linalg.VectorMath;

/**
 * Products of float tiles with few columns by {@link VectorMath}, strip of rows by strip of rows
 * through the heap: a tile is read once, at about the speed of memory. The bits of a column do not
 * depend on the others, nor on which vector math or BLAS there is.
 */
final class NarrowProduct implements TileProduct {
  /** With more of them a BLAS is as fast. */
  static final int COLUMNS = 32;

  /** Rows of a strip: 256 KiB of a whole tile's width. */
  private static final int STRIP = 128;

  private final VectorMath math;
  private final Meter meter;
  private final int k;
  private final int stride;
  private final Matrix delta;
  private final Matrix out;
  private final float[] strip = new float[STRIP * KernelBlocks.TILE_COLUMNS];
  private final float[] factor;
  private final float[] part;
  private final double[] sum;

  NarrowProduct(Backend backend, Matrix delta, Matrix out) {
    this.math = backend.math();
    this.meter = backend.meter();
    this.k = out.cols();
    this.stride =
        (k + VectorMath.STRIDE_STEP - 1) / VectorMath.STRIDE_STEP * VectorMath.STRIDE_STEP;
    this.delta = Matrix.zeros(Precision.SINGLE, delta.rows(), stride);
    this.delta.columns(0, k).assign(delta);
    this.out = out;
    int edge = Math.max(KernelBlocks.TILE_ROWS, KernelBlocks.TILE_COLUMNS);
    this.factor = new float[edge * stride];
    this.part = new float[edge * stride];
    this.sum = new double[edge * k];
  }

  @Override
  public void add(Matrix tile, int row, int column) {
    delta.read(column, column + tile.cols(), factor);
    forEachStrip(
        tile,
        (from, to) -> {
          math.multiply(strip, to - from, tile.cols(), factor, k, stride, part);
          addPart(row + from, to - from);
        });
  }

  @Override
  public void addTransposed(Matrix tile, int row, int column) {
    Arrays.fill(part, 0);
    forEachStrip(
        tile,
        (from, to) -> {
          delta.read(column + from, column + to, factor);
          math.addTransposed(strip, to - from, tile.cols(), factor, k, stride, part);
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
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < k; j++) {
        sum[i * k + j] += part[i * stride + j];
      }
    }
    out.write(row, row + count, sum);
  }

  @Override
  public void close() {
    delta.close();
  }
}
