package org.filbert.train;

import java.util.ArrayList;
import java.util.List;
import org.filbert.model.CurvePoint;
import org.filbert.online.GradientState;
import org.filbert.shard.Score;

/**
 * What {@link DoublyStochasticDescent} remembers between two batches.
 *
 * @param epoch the epoch under way, from 1
 * @param batch batches of this epoch that are done
 * @param batches of an epoch
 * @param scoringInterval epochs from one scoring of held-out rows to the next
 * @param fit of this epoch's rows, each before it was learned from
 */
public record BatchState(
    GradientState gradients,
    int epochs,
    int epoch,
    int batch,
    int batches,
    int scoringInterval,
    double seconds,
    Fit fit,
    List<CurvePoint> curve)
    implements Method.State {

  /**
   * How well rows were predicted.
   *
   * @param loss Σ ℓ(f(x_i), y_i)
   * @param lossOfZero Σ ℓ(0, y_i)
   */
  public record Fit(Score score, double loss, double lossOfZero) {
    static final Fit NONE = new Fit(new Score(0, 0, 0, 0), 0, 0);

    Fit merge(Fit other) {
      return new Fit(score.merge(other.score), loss + other.loss, lossOfZero + other.lossOfZero);
    }
  }

  BatchState afterBatch(GradientState learned, double batchSeconds, Fit batchFit) {
    return new BatchState(
        learned,
        epochs,
        epoch,
        batch + 1,
        batches,
        scoringInterval,
        seconds + batchSeconds,
        fit.merge(batchFit),
        curve);
  }

  BatchState afterEpoch(CurvePoint point) {
    List<CurvePoint> longer = new ArrayList<>(curve);
    longer.add(point);
    return new BatchState(
        gradients,
        epochs,
        epoch + 1,
        0,
        batches,
        scoringInterval,
        seconds,
        Fit.NONE,
        List.copyOf(longer));
  }

  @Override
  public Progress progress() {
    return new Progress(epoch, epochs, batch, batches, seconds, 0, curve);
  }
}
