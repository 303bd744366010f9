package org.filbert.system.equations;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import org.filbert.model.CurvePoint;
import org.filbert.shard.Score;

/**
 * How well the training rows are fitted with one ridge. W is the diagonal matrix of the rows'
 * weights.
 *
 * @param residual2 ‖B - A·u‖²; systems of columns add the blocks' shares as they were last
 *     computed, which gives NaN before all were
 * @param left2 ‖B - A·u‖² that the last step of a single block of columns has left; NaN where that
 *     is not known
 * @param target2 ‖B‖²
 * @param misfit2 tr((Y - F)ᵀW(Y - F))
 * @param penalty the penalty that the objective adds to the misfit
 * @param train score of the training rows
 */
public record Fit(
    double residual2, double left2, double target2, double misfit2, double penalty, Score train) {
  /** The fits of all workers together, one for each ridge. */
  public static List<Fit> merged(List<List<Fit>> all) {
    return all.stream().reduce(Fit::merge).orElseThrow();
  }

  private static List<Fit> merge(List<Fit> a, List<Fit> b) {
    List<Fit> merged = new ArrayList<>();
    for (int m = 0; m < a.size(); m++) {
      merged.add(a.get(m).merge(b.get(m)));
    }
    return merged;
  }

  private Fit merge(Fit other) {
    return new Fit(
        residual2 + other.residual2,
        left2 + other.left2,
        target2 + other.target2,
        misfit2 + other.misfit2,
        penalty + other.penalty,
        train.merge(other.train));
  }

  /** ‖B - A·u‖ / ‖B‖; where B is 0, and u = 0 solves, ‖B - A·u‖. */
  public double relativeResidual() {
    return relative(residual2);
  }

  private double relative(double norm2) {
    return Math.sqrt(target2 > 0 ? norm2 / target2 : norm2);
  }

  /**
   * A point of the curve.
   *
   * @param relativeResidual the relative residual, if the solver knows it better
   * @param unit of the training error
   */
  public CurvePoint point(int epoch, double seconds, OptionalDouble relativeResidual, double unit) {
    return new CurvePoint(
        epoch,
        seconds,
        relativeResidual.orElseGet(() -> relative(Double.isNaN(left2) ? residual2 : left2)),
        (misfit2 + penalty) / train.rows(),
        Objects.requireNonNull(train.error(unit)),
        null,
        null);
  }
}
