package org.filbert.linalg;

/**
 * out ← out + block·delta, fed by tiles of the block. The part of a tile is computed from zero, in
 * the tile's precision or in double, and added in double. Which tiles come from a cache makes no
 * difference.
 */
public interface TileProduct extends AutoCloseable {
  /** Most rows and columns of a tile. */
  int EDGE = 512;

  /** Adds the part of the tile whose first element is (row, column) of the block. */
  void add(Matrix tile, int row, int column);

  /** Adds the part of the transpose of a tile; the transpose begins at (row, column). */
  void addTransposed(Matrix tile, int row, int column);

  @Override
  void close();
}
