package org.filbert.kernel;

import org.filbert.linalg.Matrix;

/**
 * Tiles of a block that is in memory. They are copied, so that the products that follow see the
 * same addresses and strides, and give the same bits, as with computed tiles.
 */
final class StoredTiles implements TileSource {
  private final Matrix block;
  private final Tile tile;
  private Matrix chosen;

  StoredTiles(Matrix block, Tile tile) {
    this.block = block;
    this.tile = tile;
    this.chosen = block;
  }

  @Override
  public void columns(int from, int to) {
    chosen = block.columns(from, to);
  }

  @Override
  public void rows(int from, int to) {
    tile.matrix().assign(chosen.rows(from, to));
  }

  @Override
  public void close() {
    // The block belongs to the caller.
  }
}
