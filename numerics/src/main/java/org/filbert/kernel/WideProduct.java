package org.filbert.kernel;

import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/** Products of tiles by the BLAS. */
final class WideProduct implements TileProduct {
  private final Blas blas;
  private final Matrix delta;
  private final boolean copied;
  private final Matrix part;
  private final Matrix out;

  WideProduct(Blas blas, Precision precision, Matrix delta, Matrix out) {
    this.blas = blas;
    this.copied = delta.precision() != precision;
    this.delta = copied ? delta.copy(precision) : delta;
    this.out = out;
    int edge = Math.max(KernelBlocks.TILE_ROWS, KernelBlocks.TILE_COLUMNS);
    this.part = Matrix.zeros(precision, Math.min(edge, out.rows()), out.cols());
  }

  @Override
  public void add(Matrix tile, int row, int column) {
    add(false, tile, row, tile.rows(), delta.rows(column, column + tile.cols()));
  }

  @Override
  public void addTransposed(Matrix tile, int row, int column) {
    add(true, tile, row, tile.cols(), delta.rows(column, column + tile.rows()));
  }

  private void add(boolean transpose, Matrix tile, int row, int count, Matrix factor) {
    Matrix tilePart = part.rows(0, count);
    blas.gemm(transpose, false, 1, tile, factor, 0, tilePart);
    out.rows(row, row + count).add(tilePart);
  }

  @Override
  public void close() {
    part.close();
    if (copied) {
      delta.close();
    }
  }
}
