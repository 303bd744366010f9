package org.filbert.system;

import org.filbert.shard.ScoredRows;

/** A system of the squared loss that knows its solutions without some of the training rows. */
public interface LeavingOut extends KernelSystem {
  /** Every system but random binning. */
  Facet<LeavingOut> FACET =
      new Facet<>(
          LeavingOut.class,
          "system: {type: full-kernel}, {type: nystrom} or {type: random-features}");

  /**
   * Scores training rows by u as it were without them, exactly but for rounding: u is the solution
   * of a system that is a single block with a factor. Rows with the same values are left out
   * together. The rows are the first of each worker, which are in random order, or the first of
   * which no metric has learned the targets; they count by their own weights, whatever those of
   * their classes.
   *
   * @param member number of the ridge
   * @param most number of rows of a worker
   * @param unlearned whether rows that the metric has learned from are passed over
   */
  ScoredRows leaveOut(int member, int most, boolean unlearned);
}
