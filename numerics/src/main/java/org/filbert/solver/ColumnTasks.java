package org.filbert.solver;

import java.util.ArrayList;
import java.util.List;
import org.filbert.cache.CacheBudget;
import org.filbert.cost.Phase;
import org.filbert.data.Sample;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.solver.BlockTasks.Solution;
import org.filbert.train.ShardState;
import org.filbert.workers.Key;
import org.filbert.workers.Matrices;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/**
 * What the workers do for {@link ColumnDescent}, one record for each kind of superstep. Fitted
 * values, scores, directions and steps have k columns for each ridge, side by side. W is the
 * diagonal matrix of the rows' weights.
 */
final class ColumnTasks {
  static final Key<Shared> SHARED = Key.constant("columns", Shared.class);
  private static final Key<ColumnBlocks> COLUMNS = Key.rebuilt("columnBlocks", ColumnBlocks.class);
  private static final Key<LocalLandmarks> LANDMARKS =
      Key.rebuilt("localLandmarks", LocalLandmarks.class);

  private ColumnTasks() {}

  /** What all workers have to know. */
  record Shared(
      ColumnSystem system,
      Precision precision,
      List<Double> ridges,
      int blockSize,
      CacheBudget cache,
      long factorBytes) {
    int to(int from) {
      return Math.min(from + blockSize, system.columns());
    }

    int home(int from, int workers) {
      return from / blockSize % workers;
    }

    /** Bytes of the factors, in double, of the blocks at home on a worker. */
    long factorBytes(int worker, int workers) {
      long bytes = 0;
      for (int from = worker * blockSize; from < system.columns(); from += workers * blockSize) {
        bytes += (long) (to(from) - from) * (to(from) - from) * Double.BYTES;
      }
      return ridges.size() * bytes;
    }
  }

  /** Begins with w = 0 and F = 0, also after an earlier run, and reserves memory. */
  record Begin(Shared shared) implements Task<Boolean> {
    @Override
    public Boolean run(Worker worker) {
      List.of(COLUMNS, LANDMARKS, BlockTasks.FACTORS).forEach(worker::remove);
      worker.put(SHARED, shared);
      FittedValues.begin(worker, shared.ridges().size());
      ConjugateTasks.begin(worker);
      columns(worker);
      factors(worker);
      return true;
    }
  }

  /**
   * The shard's part of the block's descent directions Z_bᵀW(Y - F); for landmarks less ridge·F_J
   * on those of them that are the shard's rows.
   */
  record Project(int from) implements Task<Matrices> {
    @Override
    public Phase phase() {
      return Phase.RESIDUAL;
    }

    @Override
    public Matrices run(Worker worker) {
      Shared shared = worker.get(SHARED);
      Sample train = worker.get(ShardState.TRAIN);
      Matrix fitted = worker.get(FittedValues.FITTED);
      int to = shared.to(from);
      Blas blas = worker.backend().blas();
      Matrix sum = Matrix.zeros(Precision.DOUBLE, to - from, fitted.cols());
      columns(worker)
          .forEachStrip(
              0,
              train.x(),
              from,
              to,
              (i, z) -> {
                try (Matrix misfit = misfit(worker, i, i + z.rows())) {
                  addTransposeProduct(blas, z, misfit, sum);
                }
              });
      int k = train.y().cols();
      for (int m = 0; m < shared.ridges().size(); m++) {
        landmarks(worker)
            .subtractFitted(
                from,
                to,
                shared.ridges().get(m),
                RidgePath.columns(fitted, m, k),
                RidgePath.columns(sum, m, k));
      }
      return Matrices.of(sum);
    }

    private static Matrix misfit(Worker worker, int from, int to) {
      Matrix targets = worker.get(ShardState.TRAIN).y();
      Matrix fitted = worker.get(FittedValues.FITTED);
      int k = targets.cols();
      int columns = fitted.cols();
      double[] y = targets.rows(from, to).toArray();
      double[] difference = fitted.rows(from, to).toArray();
      for (int i = 0; i < difference.length; i++) {
        difference[i] = y[i / columns * k + i % k] - difference[i];
      }
      weigh(difference, worker, from, columns);
      return Matrix.of(Precision.DOUBLE, to - from, columns, difference);
    }
  }

  /**
   * The block's steps at its home, 0 for members that have stopped; nothing elsewhere or with no
   * factors.
   */
  record Solve(int from, Matrix direction, List<Integer> active) implements Task<Solution> {
    @Override
    public Phase phase() {
      return Phase.SOLVE;
    }

    @Override
    public Solution run(Worker worker) {
      Shared shared = worker.get(SHARED);
      Matrix found = factors(worker).find(from);
      if (shared.home(from, worker.count()) != worker.index() || found == null) {
        return new Solution(null);
      }
      return new Solution(
          BlockTasks.Solve.solve(worker.backend().blas(), found, direction, active));
    }
  }

  /**
   * How well the shard is fitted, with each ridge.
   *
   * @param coefficients all of α, to weigh the fitted values of landmarks
   */
  record Evaluate(Matrix coefficients) implements Task<List<Fit>> {
    @Override
    public Phase phase() {
      return Phase.SCORING;
    }

    @Override
    public List<Fit> run(Worker worker) {
      Sample train = worker.get(ShardState.TRAIN);
      int k = train.y().cols();
      List<Fit> fits = new ArrayList<>();
      try (Matrix none = Matrix.zeros(Precision.DOUBLE, train.count(), k)) {
        for (int m = 0; m < worker.get(SHARED).ridges().size(); m++) {
          Fit fit = Fit.of(worker, m, none, 0);
          double alphaF =
              landmarks(worker)
                  .weighFitted(
                      RidgePath.columns(coefficients, m, k),
                      RidgePath.columns(worker.get(FittedValues.FITTED), m, k));
          fits.add(new Fit(fit.residual2(), fit.misfit2(), alphaF, fit.train(), fit.heldOut()));
        }
      }
      return fits;
    }
  }

  /** Multiplies rows of so many values, from a row of the shard on, by their weights. */
  static void weigh(double[] values, Worker worker, int from, int columns) {
    double[] weights = ShardState.weights(worker);
    for (int i = 0; i < values.length; i++) {
      values[i] *= weights[from + i / columns];
    }
  }

  /** out += zᵀ·y by way of z's precision. */
  static void addTransposeProduct(Blas blas, Matrix z, Matrix y, Matrix out) {
    try (Matrix rounded = y.copy(z.precision());
        Matrix product = Matrix.zeros(z.precision(), z.cols(), y.cols())) {
      blas.gemm(true, false, 1, z, rounded, 0, product);
      ByColumn.add(out, 1, product);
    }
  }

  static ColumnBlocks columns(Worker worker) {
    Shared shared = worker.get(SHARED);
    return worker.getOrMake(
        COLUMNS,
        () ->
            new ColumnBlocks(
                shared.system(),
                shared.precision(),
                worker.backend(),
                BlockTasks.cache(
                    worker, shared.cache(), shared.system().columns(), shared.precision())));
  }

  static Factors factors(Worker worker) {
    Shared shared = worker.get(SHARED);
    long budget = shared.factorBytes() / worker.count();
    return worker.getOrMake(
        BlockTasks.FACTORS,
        () -> new Factors(budget, shared.factorBytes(worker.index(), worker.count())));
  }

  static LocalLandmarks landmarks(Worker worker) {
    return worker.getOrMake(
        LANDMARKS,
        () -> LocalLandmarks.of(worker.get(SHARED).system(), worker.get(ShardState.TRAIN)));
  }
}
