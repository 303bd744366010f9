package org.filbert.workers;

/**
 * Names a part of a worker's state.
 *
 * @param stored whether the part belongs into a checkpoint; a part that is not stored (a cache, a
 *     factor) must be rebuilt by whoever finds it absent
 */
public record Key<T>(String name, Class<T> type, boolean stored) {
  public static <T> Key<T> stored(String name, Class<T> type) {
    return new Key<>(name, type, true);
  }

  public static <T> Key<T> rebuilt(String name, Class<T> type) {
    return new Key<>(name, type, false);
  }
}
