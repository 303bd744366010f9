package org.filbert.system;

import org.filbert.workers.Key;
import org.jspecify.annotations.Nullable;

/** The sketches of the blocks at home on a worker, kept as {@link Factors} are. */
final class BlockSketches implements AutoCloseable {
  static final Key<BlockSketches> KEY = Key.rebuilt("blockSketches", BlockSketches.class);

  private final KeptByBlock<BlockSketch> sketches = new KeptByBlock<>(BlockSketch::close);
  private long left;

  /**
   * @param budget most bytes to keep
   */
  BlockSketches(long budget) {
    this.left = budget;
  }

  @Nullable BlockSketch find(int block) {
    return sketches.find(block);
  }

  /** Makes room for another one. */
  void forgetLatest() {
    sketches.forgetLatest();
  }

  /** Takes a block's sketch of so many bytes. */
  void put(int block, BlockSketch sketch, long bytes) {
    if (bytes <= left) {
      left -= bytes;
      sketches.keep(block, sketch);
    } else {
      sketches.hold(block, sketch);
    }
  }

  @Override
  public void close() {
    sketches.close();
  }
}
