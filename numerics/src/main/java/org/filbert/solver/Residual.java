package org.filbert.solver;

import java.util.List;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.train.ShardState;
import org.filbert.workers.Worker;

/** Y - F - ridge·W⁻¹α on some of a worker's rows, for every ridge side by side. */
final class Residual {
  private Residual() {}

  static Matrix of(Worker worker, int from, int to, List<Double> ridges) {
    Matrix targets = worker.get(ShardState.TRAIN).y();
    int k = targets.cols();
    double[] y = targets.rows(from, to).toArray();
    double[] weights = ShardState.weights(worker);
    double[] f = worker.get(FittedValues.FITTED).rows(from, to).toArray();
    double[] alpha = worker.get(BlockTasks.ALPHA).rows(from, to).toArray();
    int at = 0;
    for (int i = 0; i < to - from; i++) {
      for (double ridge : ridges) {
        double shift = ridge / weights[from + i];
        for (int j = 0; j < k; j++, at++) {
          f[at] = y[i * k + j] - f[at] - shift * alpha[at];
        }
      }
    }
    return Matrix.of(Precision.DOUBLE, to - from, ridges.size() * k, f);
  }
}
