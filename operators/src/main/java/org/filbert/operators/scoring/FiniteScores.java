package org.filbert.operators.scoring;

import org.filbert.data.Rows;
import org.filbert.data.StoredRow;
import org.jspecify.annotations.Nullable;

/** Finds scores that are no finite numbers. */
public final class FiniteScores {
  private FiniteScores() {}

  /**
   * What is wrong with the scores of a preprocessed row; null if they are all finite.
   *
   * @param scores m×k by rows
   */
  public static @Nullable String problem(double[] scores, int k, Rows x, int row) {
    for (int at = row * k; at < (row + 1) * k; at++) {
      if (!Double.isFinite(scores[at])) {
        return "the score is %s, must be finite: %s after the preprocessing, which is too large for this model"
            .formatted(scores[at], StoredRow.of(x, row).largest());
      }
    }
    return null;
  }
}
