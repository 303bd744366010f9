package org.filbert.system;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a worker has made for the blocks at home there, kept as long as there is room. The first
 * ones to come stay; beyond that the latest one alone is held, and the one before it is forgotten.
 * (Blocks come round in random order once an epoch, where throwing out the least recently used
 * would throw out what is needed next.)
 */
final class KeptByBlock<T> implements AutoCloseable {
  private final Consumer<T> closing;
  private long left;
  private final Map<Integer, T> kept = new HashMap<>();
  private int latestBlock = -1;
  private @Nullable T latest;

  /**
   * @param budget most bytes to keep
   * @param closing closes what is forgotten
   */
  KeptByBlock(long budget, Consumer<T> closing) {
    this.left = budget;
    this.closing = closing;
  }

  @Nullable T find(int block) {
    return block == latestBlock ? latest : kept.get(block);
  }

  /** Takes what needs so many bytes. */
  void put(int block, T made, long bytes) {
    if (bytes <= left) {
      left -= bytes;
      kept.put(block, made);
    } else {
      forgetLatest();
      latest = made;
      latestBlock = block;
    }
  }

  /** Makes room for another one. */
  void forgetLatest() {
    if (latest != null) {
      closing.accept(latest);
    }
    latest = null;
    latestBlock = -1;
  }

  @Override
  public void close() {
    kept.values().forEach(closing);
    kept.clear();
    forgetLatest();
  }
}
