package org.filbert.online.recursive;

import org.filbert.features.RandomFourier;

/**
 * The options of an expert.
 *
 * @param map its p random features
 * @param memory f: a row that lies n rows back counts fⁿ; above 0 and at most 1
 * @param ridge δ, above 0: the penalty on squared coefficients, which does not fade
 */
public record ExpertOptions(RandomFourier map, double memory, double ridge) {
  /** Features up to which the coefficients follow every row. */
  private static final int SMALL = 512;

  /** Rows that a large expert waits for, at least, before its coefficients are solved for. */
  private static final int LEAST = 16;

  /** What a row costs a small expert, whatever its features. */
  private static final double WORK_OF_CALLS = 5e4;

  /** What it costs beside that, for p². */
  private static final double WORK_OF_FEATURES = 10;

  /** What a solution costs a large expert, for p³. */
  private static final double WORK_OF_SOLUTION = 0.5;

  /** The least power of f within which δ may fade. */
  private static final double LEAST_POWER = 0.2;

  /** Most rows that wait, of a large expert. */
  private static final int MOST = 512;

  /** Most rows that wait, of a small one: those of a batch. */
  private static final int BATCH = 64;

  public ExpertOptions {
    if (!(memory > 0 && memory <= 1)) {
      throw new IllegalArgumentException(
          "memory is " + memory + ", must be a number above 0, and at most 1");
    }
    if (!(ridge > 0 && Double.isFinite(ridge))) {
      throw new IllegalArgumentException("ridge is " + ridge + ", must be a number above 0");
    }
  }

  int features() {
    return map.outputs();
  }

  /** Whether the coefficients follow every row. */
  boolean small() {
    return features() <= SMALL;
  }

  /** Rows that may wait before they are added to A and B, for all memories. */
  int room() {
    return small() ? Math.min(BATCH, features()) : Math.min(MOST, features() / 4);
  }

  /**
   * Rows that wait before they are added to A and B: as many as there is room for, unless f to the
   * power of fewer is below {@value #LEAST_POWER}.
   */
  int period() {
    int rows = 1;
    for (double power = memory; rows < room() && power >= LEAST_POWER; power *= memory) {
      rows++;
    }
    return rows;
  }

  /**
   * Rows after which the coefficients of a large expert are solved for: when a fifth of the rows
   * that it knows has come since the last time.
   *
   * @param learned rows so far, faded
   * @param since rows since the last time
   * @param most a number of rows that is enough
   */
  int untilSolved(double learned, int since, int most) {
    double known = learned;
    for (int rows = 0; rows < most; rows++) {
      if (since + rows >= Math.max(LEAST, known / 5)) {
        return rows;
      }
      known = memory * known + 1;
    }
    return most;
  }

  /**
   * The work of learning a row, about, in operations as fast as those of matrix products. A large
   * expert knows 1/(1-f) rows in the end, and is solved for after a fifth of them.
   */
  double work() {
    double p = features();
    return small()
        ? WORK_OF_CALLS + WORK_OF_FEATURES * p * p
        : p * p + WORK_OF_SOLUTION * p * p * p * 5 * (1 - memory);
  }

  @Override
  public String toString() {
    return "%s, %s features, memory %s".formatted(map.kernel(), features(), memory);
  }
}
