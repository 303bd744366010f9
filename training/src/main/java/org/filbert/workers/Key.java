package org.filbert.workers;

/**
 * The name of a part of a worker's state. Keys are constants: one name stands for one type and one
 * tier.
 *
 * @param tier treatment of the part in checkpoints
 * @param everywhere whether all rooms of a worker share the part; see {@link Worker#room}
 */
public record Key<T>(String name, Class<T> type, Tier tier, boolean everywhere) {
  /** Treatments of a part of the state in checkpoints. */
  public enum Tier {
    /**
     * The part is written once, when it is new. It does not change, but another value may replace
     * it. Examples are rows, landmarks and options.
     */
    CONSTANT,
    /** The part is written with every checkpoint. Examples are coefficients and fitted values. */
    STORED,
    /**
     * The part is never written. A task that finds it absent makes it again. Examples are caches
     * and factors.
     */
    REBUILT
  }

  /** A part that does not change. */
  public static <T> Key<T> constant(String name, Class<T> type) {
    return new Key<>(name, type, Tier.CONSTANT, false);
  }

  /** As {@link #constant}, shared by all rooms of a worker. */
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
