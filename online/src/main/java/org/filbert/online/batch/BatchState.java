package org.filbert.online.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.data.FormerName;
import org.filbert.model.CurvePoint;
import org.filbert.online.GradientState;
import org.filbert.online.LastGood;
import org.filbert.shard.Score;
import org.filbert.train.method.Method;
import org.filbert.train.method.Progress;
import org.jspecify.annotations.Nullable;

/**
 * State of {@link DoublyStochasticDescent} between two batches.
 *
 * @param lastGood what steps that diverge go back to; null in a state of an earlier version
 * @param epoch the epoch under way, from 1
 * @param batch batches of this epoch that are done
 * @param batches of an epoch
 * @param scoringInterval epochs from one scoring of held-out rows to the next
 * @param fit of this epoch's rows, each before it was learned from
 * @param best the epoch whose model is kept; null for the last one, as in a state of an earlier
 *     version
 */
public record BatchState(
    GradientState gradients,
    @Nullable LastGood lastGood,
    int epochs,
    int epoch,
    int batch,
    int batches,
    int scoringInterval,
    double seconds,
    BatchFit fit,
    List<CurvePoint> curve,
    @Nullable Best best)
    implements Method.State {

  /**
   * How well rows were predicted.
   *
   * @param loss Σ ℓ(f(x_i), y_i)
   * @param lossOfZero Σ ℓ(0, y_i)
   */
  @FormerName("org.filbert.train.BatchState$Fit")
  public record BatchFit(Score score, double loss, double lossOfZero) {
    static final BatchFit NONE = new BatchFit(new Score(0, 0, 0, 0), 0, 0);

    BatchFit merge(BatchFit other) {
      return new BatchFit(
          score.merge(other.score), loss + other.loss, lossOfZero + other.lossOfZero);
    }
  }

  /**
   * The best epoch so far.
   *
   * @param loss what validation rows choose by
   */
  public record Best(int epoch, double loss) {}

  int bestEpoch() {
    return best == null ? 0 : best.epoch();
  }

  LastGood good() {
    return lastGood == null ? LastGood.none(gradients) : lastGood;
  }

  BatchState afterBatch(
      GradientState learned, LastGood good, double batchSeconds, BatchFit batchFit) {
    return new BatchState(
        learned,
        good,
        epochs,
        epoch,
        batch + 1,
        batches,
        scoringInterval,
        seconds + batchSeconds,
        fit.merge(batchFit),
        curve,
        best);
  }

  /** Whether a loss, which is no number without validation rows, is lower than all before it. */
  boolean improvedBy(double reached) {
    return !Double.isNaN(reached) && (best == null || reached < best.loss());
  }

  /** Whether so many epochs have passed without a lower loss, as far as they were scored. */
  boolean outOf(int patience) {
    CurvePoint last = curve.isEmpty() ? null : curve.get(curve.size() - 1);
    return patience > 0
        && last != null
        && last.validationError() != null
        && last.epoch() - bestEpoch() >= patience;
  }

  /**
   * After the last batch of an epoch.
   *
   * @param reached what validation rows choose by; not a number if they were not scored
   */
  BatchState afterEpoch(CurvePoint point, double reached) {
    List<CurvePoint> longer = new ArrayList<>(curve);
    longer.add(point);
    return new BatchState(
        gradients,
        lastGood,
        epochs,
        epoch + 1,
        0,
        batches,
        scoringInterval,
        seconds,
        BatchFit.NONE,
        List.copyOf(longer),
        improvedBy(reached) ? new Best(point.epoch(), reached) : best);
  }

  /** One for each time that the step size was halved. */
  @Override
  public List<String> warnings() {
    return IntStream.rangeClosed(1, gradients.schedule().halvings())
        .mapToObj(
            halvings ->
                "the steps diverged: the run goes on from its last good model, with steps of 1/%s"
                    .formatted(1L << halvings))
        .toList();
  }

  @Override
  public Progress progress() {
    return new Progress(
        epoch,
        epochs,
        batch,
        batches,
        seconds,
        bestEpoch(),
        curve,
        best == null ? null : best.loss());
  }
}
