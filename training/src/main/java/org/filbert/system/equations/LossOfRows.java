package org.filbert.system.equations;

import java.util.Arrays;
import org.filbert.linalg.Matrix;
import org.filbert.loss.SmoothLoss;
import org.filbert.shard.ShardState;
import org.filbert.workers.Worker;

/**
 * Derivatives of the weighted loss Σ_i w_i ℓ(f_i, y_i) at the fitted values of u, for rows of the
 * shard. Arrays contain one row after the other. With several ridges the targets repeat.
 */
public final class LossOfRows {
  private final SmoothLoss loss;
  private final boolean quadratic;
  private final double[] weights;
  private final Matrix targets;
  private final Matrix fitted;
  private double[] y = new double[0];
  private double[] f = new double[0];

  public LossOfRows(Worker worker) {
    Risk risk = Shared.of(worker).settings().risk();
    this.loss = risk.loss();
    this.quadratic = risk.quadratic();
    this.weights = ShardState.weights(worker);
    this.targets = worker.get(ShardState.TRAIN).y();
    this.fitted = VectorPart.orZero(worker, Vector.U).fitted();
  }

  /** Bounds of w·∂²ℓ/∂f² of the shard's rows. */
  public static Diagonal curvatureBounds(Worker worker) {
    double bound = Shared.of(worker).settings().risk().loss().curvatureBound();
    return new Diagonal(Arrays.stream(ShardState.weights(worker)).map(w -> w * bound).toArray());
  }

  /** target ← -w·∂ℓ/∂f of rows {@code from} to {@code to}: w·(Y - F) for the squared loss. */
  public void misfit(int from, int to, double[] target) {
    fitted.read(from, to, target);
    readTargets(from, to);
    int columns = fitted.cols();
    int k = targets.cols();
    for (int i = 0; i < to - from; i++) {
      double weight = weights[from + i];
      for (int first = i * columns; first < (i + 1) * columns; first += k) {
        for (int c = 0; c < k; c++) {
          target[first + c] = weight * -loss.slope(target[first + c], y[i * k + c]);
        }
      }
    }
  }

  /** Multiplies values of rows {@code from} to {@code to} by w·∂²ℓ/∂f². */
  public void curve(int from, int to, double[] values) {
    int columns = fitted.cols();
    if (quadratic) {
      new Diagonal(weights).multiply(values, from, to, columns);
      return;
    }
    int k = targets.cols();
    readTargets(from, to);
    f = atLeast(f, (to - from) * columns);
    fitted.read(from, to, f);
    for (int i = 0; i < to - from; i++) {
      double weight = weights[from + i];
      for (int first = i * columns; first < (i + 1) * columns; first += k) {
        for (int c = 0; c < k; c++) {
          values[first + c] *= weight * loss.curvature(f[first + c], y[i * k + c]);
        }
      }
    }
  }

  private void readTargets(int from, int to) {
    y = atLeast(y, (to - from) * targets.cols());
    targets.read(from, to, y);
  }

  private static double[] atLeast(double[] array, int length) {
    return array.length < length ? new double[length] : array;
  }
}
