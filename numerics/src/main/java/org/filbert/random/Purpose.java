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
  COUNT_SKETCH(11),
  HADAMARD_SIGN(12),
  HADAMARD_CHOICE(13),
  GAUSSIAN_SKETCH(14),
  FREQUENCY_INPUTS(15),
  BLOCK_CHOICE(20),
  BATCH(21),
  VALIDATION_SPLIT(31),
  HELD_OUT_CHOICE(32),
  STREAM_ORDER(42),
  GRID_WIDTH(60),
  GRID_SHIFT(61),
  GRID_NAME(62),
  MINI_BATCH(70),
  SUBSAMPLE(71),
  NORM_SAMPLE(72),
  RANGE(73),
  BLOCK_SKETCH(74),
  RAW_SAMPLE(75),
  ROW_SHARE(76),
  TRIAL(77),
  PERMUTATION(80),
  SELECTION_SAMPLE(90),
  METRIC_SAMPLE(91),
  COPY_ORDER(92),
  MEMBER(93),
  EXPLANATION(94),
  METRIC_ROWS(95),
  EFFECT_SAMPLE(96),
  MODEL_ROWS(97),
  WORTH_ROWS(98);

  private final long code;

  Purpose(long code) {
    this.code = code;
  }

  long code() {
    return code;
  }
}
