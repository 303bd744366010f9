package org.filbert.operators.scoring;

import java.util.List;
import org.filbert.data.Instance;
import org.filbert.text.Coverage;

/**
 * The scores of a batch with m usable records.
 *
 * @param number of the batch, from 0
 * @param rows numbers of the m records in the input
 * @param scores m×k by rows; for regression in the units of the targets
 * @param labels true classes of the m records as indices of the model; empty if not requested
 * @param targets m×k true values for regression; empty if not requested
 * @param bad the other records
 * @param farRows number of the m records that are beyond the model's reach
 * @param text counts of the m records' documents and n-grams
 */
public record ScoredBatch(
    long number,
    long[] rows,
    double[] scores,
    int[] labels,
    double[] targets,
    List<Instance.Bad> bad,
    int farRows,
    Coverage text) {
  public ScoredBatch {
    bad = List.copyOf(bad);
  }

  /** Number m of usable records. */
  public int count() {
    return rows.length;
  }
}
