package org.filbert.workers;

/**
 * Names a part of a worker's state. Keys are constants: one name stands for one type and is either
 * stored or rebuilt, never both.
 *
 * @param stored whether the part belongs into a checkpoint; a part that is not stored (a cache, a
 *     factor) must be rebuilt by whoever finds it absent
 */
public record Key<T>(String name, Class<T> type, boolean stored) {
  /** A part that belongs into a checkpoint. */
  public static <T> Key<T> stored(String name, Class<T> type) {
    return new Key<>(name, type, true);
  }

  /** A part that is rebuilt when it is missing. */
  public static <T> Key<T> rebuilt(String name, Class<T> type) {
    return new Key<>(name, type, false);
  }
}
