package org.filbert.train.method;

import java.util.List;
import org.filbert.model.CurvePoint;
import org.jspecify.annotations.Nullable;

/**
 * One of several settings that a run tries, to keep the one that validation rows choose.
 *
 * @param sigma the kernel's width; absent if all have the same
 * @param ridge what is added to the diagonal
 * @param bestEpoch the epoch whose coefficients are kept; 0 for the last one
 * @param curve one point for each epoch so far
 * @param loss what validation rows choose by, at the best epoch: see {@link Measure}. Null without
 *     one: the validation error is that
 */
public record Trial(
    @Nullable Double sigma,
    double ridge,
    int bestEpoch,
    List<CurvePoint> curve,
    @Nullable Double loss) {
  public Trial {
    curve = List.copyOf(curve);
  }

  /** A trial that is judged by its validation error. */
  public Trial(@Nullable Double sigma, double ridge, int bestEpoch, List<CurvePoint> curve) {
    this(sigma, ridge, bestEpoch, curve, null);
  }

  /** The point of the curve that the coefficients are at; there must be one. */
  public CurvePoint reached() {
    return curve.get((bestEpoch == 0 ? curve.size() : bestEpoch) - 1);
  }

  /**
   * Number of the trial with the lowest loss; of equals the last one, which is the smoothest where
   * widths and ridges ascend. The first one as long as nothing is known.
   */
  public static int best(List<Trial> trials) {
    int best = 0;
    double lowest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < trials.size(); i++) {
      if (!trials.get(i).curve().isEmpty()) {
        Trial trial = trials.get(i);
        Double loss = trial.loss() != null ? trial.loss() : trial.reached().validationError();
        if (loss != null && loss <= lowest) {
          best = i;
          lowest = loss;
        }
      }
    }
    return best;
  }
}
