package org.filbert.solver;

import java.util.List;
import org.filbert.data.Rows;
import org.filbert.data.Sample;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.NotPositiveDefiniteException;
import org.filbert.linalg.Precision;
import org.filbert.solver.BlockTasks.Solution;
import org.filbert.train.ShardState;
import org.filbert.workers.Key;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/** What the workers do for {@link ColumnDescent}, one record for each kind of superstep. */
final class ColumnTasks {
  static final Key<Shared> SHARED = Key.stored("columns", Shared.class);
  private static final Key<ColumnBlocks> COLUMNS = Key.rebuilt("columnBlocks", ColumnBlocks.class);
  private static final Key<LocalLandmarks> LANDMARKS =
      Key.rebuilt("localLandmarks", LocalLandmarks.class);

  private ColumnTasks() {}

  /** What all workers have to know. */
  record Shared(
      ColumnSystem system,
      Precision precision,
      double ridge,
      int blockSize,
      long cacheBytes,
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
      return bytes;
    }
  }

  /** Begins with w = 0 and F = 0, and reserves memory. */
  record Begin(Shared shared) implements Task<Boolean> {
    @Override
    public Boolean run(Worker worker) {
      worker.put(SHARED, shared);
      Sample train = worker.get(ShardState.TRAIN);
      worker.put(BlockTasks.FITTED, BlockTasks.zerosLike(train));
      worker.put(
          BlockTasks.SCORES,
          worker.get(ShardState.HELD_OUT).stream().map(BlockTasks::zerosLike).toList());
      columns(worker);
      factors(worker);
      return true;
    }
  }

  /** The shard's part of [Z_bᵀZ_b, Z_bᵀY], b×(b + k): what does not change from epoch to epoch. */
  record Gram(int from) implements Task<Matrix> {
    @Override
    public Matrix run(Worker worker) {
      Shared shared = worker.get(SHARED);
      Sample train = worker.get(ShardState.TRAIN);
      int to = shared.to(from);
      int b = to - from;
      Blas blas = worker.backend().blas();
      Matrix sum = Matrix.zeros(Precision.DOUBLE, b, b + train.y().cols());
      try (Matrix gram = Matrix.zeros(shared.precision(), b, b)) {
        columns(worker)
            .forEachStrip(
                0,
                train.x(),
                from,
                to,
                (i, z) -> {
                  blas.syrk(1, z, 0, gram);
                  add(sum.columns(0, b), gram);
                  addTransposeProduct(
                      blas, z, train.y().rows(i, i + z.rows()), sum.columns(b, sum.cols()));
                });
      }
      return sum;
    }
  }

  /** The block's home adds the penalty to the Gram matrix and factorises it. */
  record Factorise(int from, Matrix gram) implements Task<Boolean> {
    @Override
    public Boolean run(Worker worker) {
      Shared shared = worker.get(SHARED);
      Factors factors = factors(worker);
      if (shared.home(from, worker.count()) != worker.index() || factors.find(from) != null) {
        return true;
      }
      int b = shared.to(from) - from;
      Matrix factor = factors.room(from, b);
      factor.assign(gram.columns(0, b));
      double diagonal = shared.ridge();
      if (shared.system() instanceof ColumnSystem.Landmarks landmarks) {
        diagonal *= landmarks.gamma();
        addScaledKernel(worker, landmarks, shared.ridge(), factor);
      }
      for (int i = 0; i < b; i++) {
        factor.set(i, i, factor.get(i, i) + diagonal);
      }
      try {
        worker.backend().blas().cholesky(factor);
      } catch (NotPositiveDefiniteException e) {
        throw new IllegalArgumentException(
            "the normal equations of columns %d to %d are not positive definite with ridge = %s (pivot %d): a larger ridge, a larger gamma, or precision: double helps"
                .formatted(from, from + b, shared.ridge(), e.pivot()));
      }
      return true;
    }

    private void addScaledKernel(
        Worker worker, ColumnSystem.Landmarks landmarks, double ridge, Matrix factor) {
      int b = factor.rows();
      Rows rows = landmarks.rows().slice(from, from + b);
      try (Matrix kernel = Matrix.zeros(Precision.DOUBLE, b, b)) {
        columns(worker).fill(rows, from, from + b, kernel);
        double[] sum = new double[b];
        double[] penalty = new double[b];
        for (int i = 0; i < b; i++) {
          factor.read(i, i + 1, sum);
          kernel.read(i, i + 1, penalty);
          for (int j = 0; j < b; j++) {
            sum[j] += ridge * penalty[j];
          }
          factor.write(i, i + 1, sum);
        }
      }
    }
  }

  /**
   * The shard's part of the block's descent direction Z_bᵀ(Y - F), b×k; for landmarks less
   * ridge·F_J on those of them that are the shard's rows.
   */
  record Project(int from) implements Task<Matrix> {
    @Override
    public Matrix run(Worker worker) {
      Shared shared = worker.get(SHARED);
      Sample train = worker.get(ShardState.TRAIN);
      Matrix fitted = worker.get(BlockTasks.FITTED);
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
                try (Matrix misfit = misfit(train.y(), fitted, i, i + z.rows())) {
                  addTransposeProduct(blas, z, misfit, sum);
                }
              });
      landmarks(worker).subtractFitted(from, to, shared.ridge(), fitted, sum);
      return sum;
    }

    private static Matrix misfit(Matrix y, Matrix fitted, int from, int to) {
      double[] difference = y.rows(from, to).toArray();
      double[] f = fitted.rows(from, to).toArray();
      for (int i = 0; i < difference.length; i++) {
        difference[i] -= f[i];
      }
      return Matrix.of(Precision.DOUBLE, to - from, y.cols(), difference);
    }
  }

  /** The block's step at its home; nothing elsewhere or with no factor. */
  record Solve(int from, Matrix direction) implements Task<Solution> {
    @Override
    public Solution run(Worker worker) {
      Shared shared = worker.get(SHARED);
      Matrix factor = factors(worker).find(from);
      if (shared.home(from, worker.count()) != worker.index() || factor == null) {
        return new Solution(null);
      }
      Matrix delta = direction.copy(Precision.DOUBLE);
      worker.backend().blas().solveCholesky(factor, delta);
      return new Solution(delta);
    }
  }

  /** F += Z_b·Δ on all rows. Answers the seconds that the held-out rows took. */
  record Apply(int from, Matrix delta) implements Task<Double> {
    @Override
    public Double run(Worker worker) {
      apply(worker, 0, worker.get(ShardState.TRAIN), worker.get(BlockTasks.FITTED));
      long start = System.nanoTime();
      List<Sample> heldOut = worker.get(ShardState.HELD_OUT);
      for (int i = 0; i < heldOut.size(); i++) {
        apply(worker, i + 1, heldOut.get(i), worker.get(BlockTasks.SCORES).get(i));
      }
      return (System.nanoTime() - start) / 1e9;
    }

    private void apply(Worker worker, int number, Sample sample, Matrix out) {
      Shared shared = worker.get(SHARED);
      Blas blas = worker.backend().blas();
      try (Matrix step = delta.copy(shared.precision());
          Matrix part = Matrix.zeros(shared.precision(), ColumnBlocks.STRIP, delta.cols())) {
        columns(worker)
            .forEachStrip(
                number,
                sample.x(),
                from,
                shared.to(from),
                (i, z) -> {
                  Matrix product = part.rows(0, z.rows());
                  blas.gemm(false, false, 1, z, step, 0, product);
                  add(out.rows(i, i + z.rows()), product);
                });
      }
    }
  }

  /**
   * How well the shard is fitted.
   *
   * @param coefficients all of α, to weigh the fitted values of landmarks
   */
  record Evaluate(Matrix coefficients) implements Task<Fit> {
    @Override
    public Fit run(Worker worker) {
      Sample train = worker.get(ShardState.TRAIN);
      Matrix fitted = worker.get(BlockTasks.FITTED);
      double alphaF = landmarks(worker).weighFitted(coefficients, fitted);
      Matrix none = BlockTasks.zerosLike(train);
      Fit fit =
          Fit.of(
              train,
              fitted,
              none,
              0,
              worker.get(ShardState.HELD_OUT),
              worker.get(BlockTasks.SCORES));
      return new Fit(fit.residual2(), fit.misfit2(), alphaF, fit.train(), fit.heldOut());
    }
  }

  /** out += zᵀ·y by way of z's precision. */
  private static void addTransposeProduct(Blas blas, Matrix z, Matrix y, Matrix out) {
    try (Matrix rounded = y.copy(z.precision());
        Matrix product = Matrix.zeros(z.precision(), z.cols(), y.cols())) {
      blas.gemm(true, false, 1, z, rounded, 0, product);
      add(out, product);
    }
  }

  private static void add(Matrix target, Matrix summand) {
    double[] sum = new double[target.cols()];
    double[] other = new double[target.cols()];
    for (int i = 0; i < target.rows(); i++) {
      target.read(i, i + 1, sum);
      summand.read(i, i + 1, other);
      for (int j = 0; j < sum.length; j++) {
        sum[j] += other[j];
      }
      target.write(i, i + 1, sum);
    }
  }

  private static ColumnBlocks columns(Worker worker) {
    Shared shared = worker.get(SHARED);
    return worker.getOrMake(
        COLUMNS,
        () ->
            new ColumnBlocks(
                shared.system(),
                shared.precision(),
                worker.backend(),
                shared.cacheBytes() / worker.count(),
                BlockTasks.shardRows(worker)
                    * shared.system().columns()
                    * shared.precision().bytes()));
  }

  private static Factors factors(Worker worker) {
    Shared shared = worker.get(SHARED);
    long budget = shared.factorBytes() / worker.count();
    return worker.getOrMake(
        BlockTasks.FACTORS,
        () -> new Factors(budget, shared.factorBytes(worker.index(), worker.count())));
  }

  private static LocalLandmarks landmarks(Worker worker) {
    return worker.getOrMake(
        LANDMARKS,
        () -> LocalLandmarks.of(worker.get(SHARED).system(), worker.get(ShardState.TRAIN)));
  }
}
