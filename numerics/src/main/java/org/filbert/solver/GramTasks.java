package org.filbert.solver;

import java.util.Arrays;
import org.filbert.cost.Phase;
import org.filbert.data.Sample;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.NotPositiveDefiniteException;
import org.filbert.linalg.Precision;
import org.filbert.train.ShardState;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/** What the workers do for the factors of {@link ColumnDescent}, once for each block. */
final class GramTasks {
  private GramTasks() {}

  /**
   * The shard's part of [Z_bᵀWZ_b, Z_bᵀWY], b×(b + k): what does not change from epoch to epoch.
   */
  record Gram(int from) implements Task<Matrix> {
    @Override
    public Phase phase() {
      return Phase.GRAM;
    }

    @Override
    public Matrix run(Worker worker) {
      ColumnTasks.Shared shared = worker.get(ColumnTasks.SHARED);
      Sample train = worker.get(ShardState.TRAIN);
      int to = shared.to(from);
      int b = to - from;
      Blas blas = worker.backend().blas();
      Matrix sum = Matrix.zeros(Precision.DOUBLE, b, b + train.y().cols());
      try (Matrix gram = Matrix.zeros(shared.precision(), b, b)) {
        ColumnTasks.columns(worker)
            .forEachStrip(
                0,
                train.x(),
                from,
                to,
                (i, z) -> {
                  int next = i + z.rows();
                  try (Matrix weighted = rootWeighted(worker, z, i)) {
                    blas.syrk(true, 1, weighted, 0, gram);
                  }
                  ByColumn.add(sum.columns(0, b), 1, gram);
                  try (Matrix targets = targets(worker, i, next)) {
                    ColumnTasks.addTransposeProduct(blas, z, targets, sum.columns(b, sum.cols()));
                  }
                });
      }
      return sum;
    }

    /** W^½ z; z itself where all weights are 1. */
    private static Matrix rootWeighted(Worker worker, Matrix z, int from) {
      double[] weights = ShardState.weights(worker);
      if (Arrays.stream(weights, from, from + z.rows()).allMatch(weight -> weight == 1)) {
        return z.rows(0, z.rows());
      }
      Matrix weighted = z.copy(z.precision());
      double[] row = new double[z.cols()];
      for (int i = 0; i < z.rows(); i++) {
        double root = Math.sqrt(weights[from + i]);
        z.read(i, i + 1, row);
        for (int j = 0; j < row.length; j++) {
          row[j] *= root;
        }
        weighted.write(i, i + 1, row);
      }
      return weighted;
    }

    private static Matrix targets(Worker worker, int from, int to) {
      Matrix y = worker.get(ShardState.TRAIN).y();
      double[] values = y.rows(from, to).toArray();
      ColumnTasks.weigh(values, worker, from, y.cols());
      return Matrix.of(Precision.DOUBLE, to - from, y.cols(), values);
    }
  }

  /** The block's home adds the penalty to the Gram matrix and factorises it, for each ridge. */
  record Factorise(int from, Matrix gram) implements Task<Boolean> {
    @Override
    public Phase phase() {
      return Phase.FACTOR;
    }

    @Override
    public Boolean run(Worker worker) {
      ColumnTasks.Shared shared = worker.get(ColumnTasks.SHARED);
      Factors factors = ColumnTasks.factors(worker);
      if (shared.home(from, worker.count()) != worker.index() || factors.find(from) != null) {
        return true;
      }
      int b = shared.to(from) - from;
      Matrix all = factors.room(from, shared.ridges().size(), b);
      try (Matrix penalty = penalty(worker, b)) {
        for (int m = 0; m < shared.ridges().size(); m++) {
          Matrix factor = all.rows(m * b, (m + 1) * b);
          factor.assign(gram.columns(0, b));
          factorise(worker, factor, shared.ridges().get(m), penalty);
        }
      }
      return true;
    }

    /** K_bb of landmarks; no rows for features. */
    private Matrix penalty(Worker worker, int b) {
      if (!(worker.get(ColumnTasks.SHARED).system() instanceof ColumnSystem.Landmarks landmarks)) {
        return Matrix.zeros(Precision.DOUBLE, 0, 0);
      }
      Matrix kernel = Matrix.zeros(Precision.DOUBLE, b, b);
      ColumnTasks.columns(worker)
          .fill(landmarks.rows().slice(from, from + b), from, from + b, kernel);
      return kernel;
    }

    private void factorise(Worker worker, Matrix factor, double ridge, Matrix penalty) {
      int b = factor.rows();
      double diagonal = ridge;
      if (worker.get(ColumnTasks.SHARED).system() instanceof ColumnSystem.Landmarks landmarks) {
        diagonal *= landmarks.gamma();
        ByColumn.add(factor, ridge, penalty);
      }
      for (int i = 0; i < b; i++) {
        factor.set(i, i, factor.get(i, i) + diagonal);
      }
      try {
        worker.backend().blas().cholesky(factor);
      } catch (NotPositiveDefiniteException e) {
        throw new IllegalArgumentException(
            "the normal equations of columns %d to %d are not positive definite with ridge = %s (pivot %d): a larger ridge, a larger gamma, or precision: double helps"
                .formatted(from, from + b, ridge, e.pivot()));
      }
    }
  }
}
