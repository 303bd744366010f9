package org.filbert.workers;

/**
 * Names a part of a worker's state. Keys are constants: one name stands for one type and one tier.
 *
 * @param tier what becomes of the part in a checkpoint
 * @param everywhere whether all rooms of a worker have it in common; see {@link Worker#room}
 */
public record Key<T>(String name, Class<T> type, Tier tier, boolean everywhere) {
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
    return new Key<>(name, type, Tier.CONSTANT, false);
  }

  /** As {@link #constant}, in common to all rooms of a worker. */
  public static <T> Key<T> everywhere(String name, Class<T> type) {
    return new Key<>(name, type, Tier.CONSTANT, true);
  }

  /** A part that changes and cannot be made again. */
  public static <T> Key<T> stored(String name, Class<T> type) {
    return new Key<>(name, type, Tier.STORED, false);
  }

  /** A part that is made again when it is missing. */
  public static <T> Key<T> rebuilt(String name, Class<T> type) {
    return new Key<>(name, type, Tier.REBUILT, false);
  }
}
