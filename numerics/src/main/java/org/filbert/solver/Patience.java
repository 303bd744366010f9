package org.filbert.solver;

import java.util.List;
import org.filbert.model.CurvePoint;
import org.filbert.train.Prepared;
import org.jspecify.annotations.Nullable;

/**
 * When to stop because the validation error no longer falls.
 *
 * @param epochs epochs to wait for a lower one; 0 for ever
 * @param curve the epochs so far
 * @param bestEpoch the one with the lowest validation error, from 1; 0 before the first
 */
record Patience(int epochs, List<CurvePoint> curve, int bestEpoch) {

  /** Refuses what has to be decided where there is nothing to decide it by. */
  static void check(int epochs, Ridge ridge, Prepared prepared) {
    if (prepared.validationRows() > 0) {
      return;
    }
    if (epochs > 0) {
      throw new IllegalArgumentException("patience needs validation rows, found none");
    }
    if (ridge.values().size() > 1) {
      throw new IllegalArgumentException("several ridges need validation rows, found none");
    }
  }

  /** Whether an error is lower than all before it, and that matters. */
  boolean improvedBy(@Nullable Double validationError) {
    if (epochs == 0 || validationError == null) {
      return false;
    }
    if (bestEpoch == 0) {
      return true;
    }
    Double best = curve.get(bestEpoch - 1).validationError();
    return best == null || validationError < best;
  }

  /** Whether an epoch that improved, or did not, was one too many. */
  boolean exhausted(int epoch, boolean improved) {
    return epochs > 0 && !improved && epoch - bestEpoch >= epochs;
  }
}
