package org.filbert.linalg;

/**
 * out ← out + block·delta, fed by tiles of the block. The part of a tile is computed from zero, in
 * the tile's precision or in double, and added in double. Which tiles come from a cache makes no
 * difference.
 */
public sealed interface TileProduct extends AutoCloseable permits NarrowProduct, WideProduct {
  /** Most rows and columns of a tile. */
  int EDGE = 512;

  /**
   * For a block of the given shape, whose tiles have at most {@link #EDGE} rows and columns.
   *
   * @param products precision of the products within a tile
   */
  static TileProduct of(
      Backend backend,
      Precision tiles,
      Precision products,
      int rows,
      int columns,
      Matrix delta,
      Matrix out) {
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
    if (tiles == Precision.SINGLE && out.cols() <= NarrowProduct.COLUMNS) {
      return products == Precision.SINGLE
          ? new NarrowSingleProduct(backend, delta, out)
          : new NarrowDoubleProduct(backend, delta, out);
    }
    return new WideProduct(backend.blas(), tiles, products, delta, out);
  }

  /** Adds the part of the tile whose first element is (row, column) of the block. */
  void add(Matrix tile, int row, int column);

  /** Adds the part of the transpose of a tile; the transpose begins at (row, column). */
  void addTransposed(Matrix tile, int row, int column);

  @Override
  void close();
}
