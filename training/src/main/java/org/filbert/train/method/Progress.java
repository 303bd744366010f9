package org.filbert.train.method;

import java.util.List;
import org.filbert.model.CurvePoint;
import org.jspecify.annotations.Nullable;

/**
 * Progress of a solver.
 *
 * @param epoch the epoch under way, from 1
 * @param epochs the most there will be
 * @param step steps of this epoch that are done
 * @param steps steps of an epoch
 * @param trainSeconds wall-clock seconds of training so far, scoring of held-out rows left out
 * @param bestEpoch the epoch whose coefficients the model would have; 0 for the last one
 * @param curve one point for each finished epoch
 * @param loss what validation rows choose by, of the best epoch; null without any
 */
public record Progress(
    int epoch,
    int epochs,
    int step,
    int steps,
    double trainSeconds,
    int bestEpoch,
    List<CurvePoint> curve,
    @Nullable Double loss) {
  public Progress {
    curve = List.copyOf(curve);
  }

  /** Progress without validation rows. */
  public Progress(
      int epoch,
      int epochs,
      int step,
      int steps,
      double trainSeconds,
      int bestEpoch,
      List<CurvePoint> curve) {
    this(epoch, epochs, step, steps, trainSeconds, bestEpoch, curve, null);
  }

  /** The point of the curve that the model is at; there must be one. */
  public CurvePoint ofModel() {
    return curve.get((bestEpoch == 0 ? curve.size() : bestEpoch) - 1);
  }
}
