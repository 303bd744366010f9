package org.filbert.kernel;

import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * out ← out + block·delta, fed by tiles of the block. The part of a tile is computed in the tile's
 * precision, from zero, and added in double. Which tiles come from a cache makes no difference.
 */
sealed interface TileProduct extends AutoCloseable permits NarrowProduct, WideProduct {

  /** For a block of the given shape, whose tiles are no larger than those of KernelBlocks. */
  static TileProduct of(
      Backend backend, Precision precision, int rows, int columns, Matrix delta, Matrix out) {
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
    return precision == Precision.SINGLE && out.cols() <= NarrowProduct.COLUMNS
        ? new NarrowProduct(backend, delta, out)
        : new WideProduct(backend.blas(), precision, delta, out);
  }

  /** Adds the part of the tile whose first element is (row, column) of the block. */
  void add(Matrix tile, int row, int column);

  /** Adds the part of the transpose of a tile; the transpose begins at (row, column). */
  void addTransposed(Matrix tile, int row, int column);

  @Override
  void close();
}
