package org.filbert.operators.scoring;

import java.util.Arrays;
import org.filbert.data.Rows;
import org.filbert.data.StoredRow;
import org.filbert.table.TableCounts;
import org.filbert.text.Coverage;
import org.jspecify.annotations.Nullable;

/**
 * The scores of a batch.
 *
 * @param model that has scored it
 * @param x preprocessed rows
 * @param values m×k by rows
 * @param text counts of documents and n-grams
 * @param cells counts of missing cells and unseen categories
 */
public record Scores(SharedModel model, Rows x, double[] values, Coverage text, TableCounts cells) {
  /** Number k of scores of a row. */
  int columns() {
    return model.model().outputs().columns();
  }

  /** What is wrong with the scores of a row; null if they are all finite. */
  public @Nullable String problem(int row) {
    int k = columns();
    for (int at = row * k; at < (row + 1) * k; at++) {
      if (!Double.isFinite(values[at])) {
        return "the score is %s, must be finite: %s after the preprocessing, which is too large for this model"
            .formatted(values[at], StoredRow.of(x, row).largest());
      }
    }
    return null;
  }

  /** Whether a row is beyond what the model has learned from. */
  boolean isFar(int row) {
    return model.reach().isBeyond(x, row);
  }

  /** Number of rows with finite scores that are beyond what the model has learned from. */
  int farRows() {
    int far = 0;
    for (int row = 0; row < x.count(); row++) {
      far += problem(row) == null && isFar(row) ? 1 : 0;
    }
    return far;
  }

  /** A row of the batch. */
  public ScoredRow row(int row) {
    int k = columns();
    return new ScoredRow(
        model.model(), model.version(), Arrays.copyOfRange(values, row * k, (row + 1) * k));
  }
}
