package org.filbert.operators.scoring;

import java.util.List;
import org.filbert.data.Instance;
import org.filbert.table.TableCounts;
import org.filbert.text.Coverage;

/**
 * The scores of a batch with m usable records.
 *
 * @param number of the batch, from 0
 * @param rows numbers of the m records in the input
 * @param scores m×k by rows; for regression in the units of the targets. If they are explained, the
 *     k scores of a row are followed by {@link org.filbert.model.Explanation#of} the predicted one
 * @param labels true classes of the m records as indices of the model, the number of its classes
 *     for one that it does not have; empty if not requested
 * @param otherClasses names of the classes that it does not have, one for each such record
 * @param targets m×k true values for regression; empty if not requested
 * @param weights by which the m records count; empty if every record counts 1
 * @param bad the other records
 * @param farRows number of the m records that are beyond the model's reach
 * @param text counts of the m records' documents and n-grams
 * @param cells counts of the m records' missing cells and unseen categories
 */
public record ScoredBatch(
    long number,
    long[] rows,
    double[] scores,
    int[] labels,
    List<String> otherClasses,
    double[] targets,
    double[] weights,
    List<Instance.Bad> bad,
    int farRows,
    Coverage text,
    TableCounts cells) {
  public ScoredBatch {
    otherClasses = List.copyOf(otherClasses);
    bad = List.copyOf(bad);
  }

  /** Number m of usable records. */
  public int count() {
    return rows.length;
  }

  /** By how much a record counts. */
  public double weight(int i) {
    return weights.length == 0 ? 1 : weights[i];
  }
}
