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
  private final Map<Integer, T> kept = new HashMap<>();
  private int latestBlock = -1;
  private @Nullable T latest;

  /**
   * @param closing closes what is forgotten
   */
  KeptByBlock(Consumer<T> closing) {
    this.closing = closing;
  }

  @Nullable T find(int block) {
    return block == latestBlock ? latest : kept.get(block);
  }

  /** Takes what there is room for. */
  void keep(int block, T made) {
    kept.put(block, made);
  }

  /** Takes what there is no room for, once the latest is forgotten. */
  void hold(int block, T made) {
    forgetLatest();
    latest = made;
    latestBlock = block;
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
