package org.filbert.random;

/**
 * What a random draw is for. Different purposes give independent draws under one run seed; the
 * codes stand in stored models and are never changed or used again.
 */
public enum Purpose {
  ROW_WORKER(1),
  ROW_ORDER(2),
  BLOCK_ORDER(3),
  MEDIAN_SAMPLE(4),
  FREQUENCY(5),
  PHASE(6),
  HASH_INDEX(7),
  HASH_SIGN(8),
  LANDMARK(9),
  PIVOT(10),
  BLOCK_CHOICE(20),
  BATCH(21),
  VALIDATION_SPLIT(31),
  STREAM_ORDER(42),
  MINI_BATCH(51),
  SUBSAMPLE(52),
  NORM_SAMPLE(53),
  RANGE(54);

  private final long code;

  Purpose(long code) {
    this.code = code;
  }

  long code() {
    return code;
  }
}
