package org.filbert.online.progressive;

import java.util.List;
import org.filbert.workers.FormerName;
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
    Condition model) {
  public StreamStatistics {
    opponents = List.copyOf(opponents);
  }
}
