package org.filbert.system;

import java.util.HashMap;
import java.util.Map;
import org.filbert.workers.Key;
import org.jspecify.annotations.Nullable;

/**
 * The sketches of the blocks at home on a worker, kept as {@link Factors} are: the first ones to
 * come as long as a budget lasts, and the latest one.
 */
final class BlockSketches implements AutoCloseable {
  static final Key<BlockSketches> KEY = Key.rebuilt("blockSketches", BlockSketches.class);

  private final long budget;
  private final Map<Integer, BlockSketch> kept = new HashMap<>();
  private long used;
  private int latestBlock = -1;
  private @Nullable BlockSketch latest;

  /**
   * @param budget most bytes to keep
   */
  BlockSketches(long budget) {
    this.budget = budget;
  }

  @Nullable BlockSketch find(int block) {
    return block == latestBlock ? latest : kept.get(block);
  }

  /** Makes room for a block's sketch of so many bytes. */
  void forgetLatest() {
    if (latest != null) {
      latest.close();
    }
    latest = null;
    latestBlock = -1;
  }

  void put(int block, BlockSketch sketch, long bytes) {
    if (used + bytes <= budget) {
      used += bytes;
      kept.put(block, sketch);
    } else {
      forgetLatest();
      latest = sketch;
      latestBlock = block;
    }
  }

  @Override
  public void close() {
    kept.values().forEach(BlockSketch::close);
    kept.clear();
    forgetLatest();
  }
}
