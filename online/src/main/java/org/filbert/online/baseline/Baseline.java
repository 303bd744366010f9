package org.filbert.online.baseline;

import java.util.List;
import org.filbert.data.Target;
import org.jspecify.annotations.Nullable;

/**
 * A simple learner that learns row by row: each row is predicted, then learned, before the next one
 * comes. Immutable.
 */
public interface Baseline {
  /** For tables. */
  String name();

  /**
   * The predictions of some rows and what has been learned by them.
   *
   * @param x the rows' features
   * @param targets the rows' labels, of the kind that the baseline is for; a row without one is not
   *     learned from
   */
  Learned learn(double[][] x, List<@Nullable Target> targets);

  /**
   * The result of learning some rows.
   *
   * @param predicted for each row; null while nothing is known
   */
  record Learned(Baseline next, List<@Nullable Target> predicted) {}
}
