package org.filbert.system.equations;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Objects that a worker has made for the blocks at its home, kept within a budget. The first ones
 * stay. Of the others only the latest is held, and replaces the one before. (An epoch visits the
 * blocks in random order. To remove the least recently used object would remove the one that is
 * needed next.)
 */
public final class KeptByBlock<T> implements AutoCloseable {
  private final Consumer<T> closing;
  private long left;
  private final Map<Integer, T> kept = new HashMap<>();
  private int latestBlock = -1;
  private @Nullable T latest;

  /**
   * @param budget most bytes to keep
   * @param closing closes objects that are removed
   */
  public KeptByBlock(long budget, Consumer<T> closing) {
    this.left = budget;
    this.closing = closing;
  }

  public @Nullable T find(int block) {
    return block == latestBlock ? latest : kept.get(block);
  }

  /** Takes an object of so many bytes. */
  public void put(int block, T made, long bytes) {
    if (bytes <= left) {
      left -= bytes;
      kept.put(block, made);
    } else {
      forgetLatest();
      latest = made;
      latestBlock = block;
    }
  }

  /** Closes the object that is held beyond the budget. */
  public void forgetLatest() {
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
