package org.filbert.online.progressive;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run over a stream in numbers. Errors are means over labelled rows: the share of misclassified
 * rows, or the squared error.
 *
 * @param rows that came in
 * @param batches they came in
 * @param arrival of the last batch's first row, in milliseconds since the epoch
 * @param tally of the learner's errors
 * @param opponents the baselines
 * @param drifts changes of the stream that were found
 */
public record Standing(
    long rows,
    long batches,
    long arrival,
    Tally tally,
    List<Opponent> opponents,
    @Nullable DriftDetector detector,
    int drifts,
    Condition model) {
  public Standing {
    opponents = List.copyOf(opponents);
  }
}
