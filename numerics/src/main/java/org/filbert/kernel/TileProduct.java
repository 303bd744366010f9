package org.filbert.kernel;

import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/** out ← out + block·delta, fed by tiles of the block; each tile's part is added in double. */
final class TileProduct implements AutoCloseable {
  private final Blas blas;
  private final Matrix delta;
  private final boolean copied;
  private final Matrix part;
  private final Matrix out;
  private final double[] partValues;
  private final double[] outValues;

  /** For a block of the given shape. */
  TileProduct(Blas blas, Precision precision, int rows, int columns, Matrix delta, Matrix out) {
    if (out.precision() != Precision.DOUBLE
        || out.rows() != rows
        || delta.rows() != columns
        || out.cols() != delta.cols()) {
      throw new IllegalArgumentException(
          "a block of "
              + rows
              + " x "
              + columns
              + " times "
              + delta
              + " into "
              + out
              + "; the shapes must fit and the result must be double");
    }
    this.blas = blas;
    this.copied = delta.precision() != precision;
    this.delta = copied ? delta.copy(precision) : delta;
    this.out = out;
    int partRows = Math.min(KernelBlocks.TILE_ROWS, rows);
    this.part = Matrix.zeros(precision, partRows, out.cols());
    this.partValues = new double[partRows * out.cols()];
    this.outValues = new double[partRows * out.cols()];
  }

  /** Adds the part of the tile whose first element is (row, column) of the block. */
  void add(Matrix tile, int row, int column) {
    int count = tile.rows();
    Matrix tilePart = part.rows(0, count);
    blas.gemm(false, false, 1, tile, delta.rows(column, column + tile.cols()), 0, tilePart);
    tilePart.read(0, count, partValues);
    out.read(row, row + count, outValues);
    for (int i = 0; i < count * out.cols(); i++) {
      outValues[i] += partValues[i];
    }
    out.write(row, row + count, outValues);
  }

  @Override
  public void close() {
    part.close();
    if (copied) {
      delta.close();
    }
  }
}
