package org.filbert.linalg;

import org.jspecify.annotations.Nullable;

/** Products of tiles by the BLAS. */
final class WideProduct implements TileProduct {
  private final Blas blas;
  private final Matrix delta;
  private final boolean copied;
  private final @Nullable Matrix wide;
  private final Matrix part;
  private final Matrix out;

  WideProduct(Blas blas, Precision tiles, Precision products, Matrix delta, Matrix out) {
    this.blas = blas;
    this.copied = delta.precision() != products;
    this.delta = copied ? delta.copy(products) : delta;
    this.wide = tiles == products ? null : Matrix.zeros(products, EDGE, EDGE);
    this.out = out;
    this.part = Matrix.zeros(products, Math.min(EDGE, out.rows()), out.cols());
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
    blas.gemm(transpose, false, 1, inPrecision(tile), factor, 0, tilePart);
    out.rows(row, row + count).add(tilePart);
  }

  /** A tile in the precision of the products. */
  private Matrix inPrecision(Matrix tile) {
    if (wide == null) {
      return tile;
    }
    Matrix copy = wide.rows(0, tile.rows()).columns(0, tile.cols());
    copy.assign(tile);
    return copy;
  }

  @Override
  public void close() {
    part.close();
    if (wide != null) {
      wide.close();
    }
    if (copied) {
      delta.close();
    }
  }
}
