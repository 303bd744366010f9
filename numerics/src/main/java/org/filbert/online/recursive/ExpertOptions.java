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
  /** Features up to which the coefficients follow every batch. */
  private static final int SMALL = 512;

  /** Rows that a large expert learns at once, at least. */
  private static final int LEAST = 64;

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

  /** Whether the coefficients follow every batch. */
  boolean small() {
    return features() <= SMALL;
  }

  /** Rows, p/4, after which the coefficients are solved for anew. */
  int renewal() {
    return Math.max(1, features() / 4);
  }

  /**
   * Rows that wait before the coefficients are solved for anew.
   *
   * @param learned rows so far; a large expert that knows few learns more often
   */
  double patience(double learned) {
    return small() ? renewal() : Math.min(renewal(), Math.max(LEAST, learned / 10));
  }

  @Override
  public String toString() {
    return "%s, %s features, memory %s".formatted(map.kernel(), features(), memory);
  }
}
