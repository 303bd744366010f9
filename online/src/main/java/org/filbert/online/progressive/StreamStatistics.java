package org.filbert.online.progressive;

import java.util.List;
import org.filbert.data.FormerName;
import org.filbert.online.Condition;
import org.filbert.table.TableCounts;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of a run over a stream. Errors are means over labelled rows: the share of
 * misclassified rows, or the squared error.
 *
 * @param rows that came in
 * @param batches they came in
 * @param arrival of the last batch's first row, in milliseconds since the epoch
 * @param error of the learner
 * @param opponents the baselines
 * @param drifts changes of the stream that were found
 * @param symptoms that the run cannot learn; null in states of earlier versions
 * @param cells what was met in the cells of the rows; null if these are numbers
 */
@FormerName("org.filbert.online.progressive.Standing")
public record StreamStatistics(
    long rows,
    long batches,
    long arrival,
    @FormerName("tally") ProgressiveError error,
    List<Opponent> opponents,
    @Nullable DriftDetector detector,
    int drifts,
    Condition model,
    @Nullable Symptoms symptoms,
    @Nullable TableCounts cells) {
  public StreamStatistics {
    opponents = List.copyOf(opponents);
  }

  /** Rows that have a value far from 0 beside the kernel's width. */
  public long farRows() {
    return symptoms == null ? 0 : symptoms.farRows();
  }
}
