package org.filbert.online.baseline;

import org.jspecify.annotations.Nullable;

/**
 * A classifier that learns row by row: each row is predicted, then learned, before the next one
 * comes. Immutable.
 */
public sealed interface Baseline permits Majority, NoChange, LogisticRegression {
  /** For tables. */
  String name();

  /**
   * The predictions of some rows and what has been learned by them.
   *
   * @param x the rows' features
   * @param classes their classes; a row without one is not learned from
   */
  Learned learn(double[][] x, @Nullable String[] classes);

  /**
   * What some rows come to.
   *
   * @param predicted a class for each row; null while none is known
   */
  record Learned(Baseline next, @Nullable String[] predicted) {}
}
