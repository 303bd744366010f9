package org.filbert.kernel;

/** Writes one tile of a block after the other, column of tiles by column of tiles. */
interface TileSource extends AutoCloseable {
  /** Chooses the columns of the next tiles. */
  void columns(int from, int to);

  /** Fills the tile with the given rows of the chosen columns. */
  void rows(int from, int to);

  @Override
  void close();
}
