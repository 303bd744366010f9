package org.filbert.online.progressive;

import java.util.List;
import org.filbert.data.FormerName;
import org.filbert.model.TrainedModel;
import org.filbert.online.Prediction;
import org.jspecify.annotations.Nullable;

/** Outputs of a run over a stream. */
public sealed interface Report {
  /** The predictions of a batch, made before it was learned from. */
  record Predicted(List<Prediction> predictions) implements Report {}

  /**
   * The statistics after a batch.
   *
   * @param line whether a line of the table is due
   * @param last whether the stream has ended
   * @param notices what is wrong with the run, in a sentence each
   * @param shares of the inputs, see {@link InputShares}; null unless asked for in a line
   */
  record Progress(
      @FormerName("standing") StreamStatistics statistics,
      boolean line,
      boolean last,
      List<String> notices,
      @Nullable List<Double> shares)
      implements Report {}

  /** What was reported so far is about the stream's history, what follows is live. */
  record HistoryEnd() implements Report {}

  /**
   * A model to be published.
   *
   * @param number from 1
   * @param last whether the stream has ended
   */
  record Snapshot(int number, boolean last, TrainedModel model) implements Report {}
}
