package org.filbert.solver;

import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.train.ShardState;
import org.filbert.workers.Worker;

/** Y - F - ridge·α on some of a worker's rows. */
final class Residual {
  private Residual() {}

  static Matrix of(Worker worker, int from, int to, double ridge) {
    double[] y = worker.get(ShardState.TRAIN).y().rows(from, to).toArray();
    double[] f = worker.get(BlockTasks.FITTED).rows(from, to).toArray();
    double[] alpha = worker.get(BlockTasks.ALPHA).rows(from, to).toArray();
    for (int i = 0; i < y.length; i++) {
      y[i] = y[i] - f[i] - ridge * alpha[i];
    }
    return Matrix.of(Precision.DOUBLE, to - from, worker.get(BlockTasks.ALPHA).cols(), y);
  }
}
