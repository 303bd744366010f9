package org.filbert.workers;

/**
 * Names a part of a worker's state. Keys are constants: one name stands for one type and one tier.
 *
 * @param tier what becomes of the part in a checkpoint
 */
public record Key<T>(String name, Class<T> type, Tier tier) {
  /** What becomes of a part of the state in a checkpoint. */
  public enum Tier {
    /**
     * Written once, when it is new: nobody changes it, though another value may take its place.
     * Rows, landmarks, options.
     */
    CONSTANT,
    /** Written with every checkpoint: coefficients, fitted values. */
    STORED,
    /** Never written: a cache, a factor. Whoever finds it absent makes it again. */
    REBUILT
  }

  /** A part that does not change once it is made. */
  public static <T> Key<T> constant(String name, Class<T> type) {
    return new Key<>(name, type, Tier.CONSTANT);
  }

  /** A part that changes and cannot be made again. */
  public static <T> Key<T> stored(String name, Class<T> type) {
    return new Key<>(name, type, Tier.STORED);
  }

  /** A part that is made again when it is missing. */
  public static <T> Key<T> rebuilt(String name, Class<T> type) {
    return new Key<>(name, type, Tier.REBUILT);
  }
}
