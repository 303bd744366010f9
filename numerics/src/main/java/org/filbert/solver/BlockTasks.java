package org.filbert.solver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.filbert.cache.BlockCache;
import org.filbert.cache.CacheBudget;
import org.filbert.cost.Phase;
import org.filbert.data.Rows;
import org.filbert.data.Sample;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.NotPositiveDefiniteException;
import org.filbert.linalg.Precision;
import org.filbert.train.ShardState;
import org.filbert.workers.Key;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/**
 * What the workers do for {@link FullKernelDescent}, one record for each kind of superstep. The
 * coefficients, fitted values and scores have k columns for each ridge, side by side.
 */
final class BlockTasks {
  static final Key<Shared> SHARED = Key.constant("bcd", Shared.class);
  static final Key<Matrix> ALPHA = Key.stored("alpha", Matrix.class);
  static final Key<KernelRows> KERNEL = Key.rebuilt("kernelRows", KernelRows.class);
  static final Key<Factors> FACTORS = Key.rebuilt("factors", Factors.class);

  private BlockTasks() {}

  /** What all workers have to know. */
  record Shared(FullKernelDescent.Options options, List<Double> ridges, BlockLayout layout) {}

  /**
   * Begins with α = 0 and F = 0, also after an earlier run, and reserves memory. Answers Σ y² of
   * the shard.
   */
  record Begin(Shared shared) implements Task<Double> {
    @Override
    public Double run(Worker worker) {
      Sample train = worker.get(ShardState.TRAIN);
      List.of(ALPHA, CoefficientTasks.BEST, KERNEL, FACTORS).forEach(worker::remove);
      worker.put(SHARED, shared);
      worker.put(ALPHA, FittedValues.zeros(train, shared.ridges().size()));
      FittedValues.begin(worker, shared.ridges().size());
      kernelRows(worker);
      factors(worker);
      double sum = 0;
      for (double y : train.y().toArray()) {
        sum += y * y;
      }
      return sum;
    }
  }

  /** A worker's rows of a block, their weights, and their right-hand side Y - F - ridge·W⁻¹α. */
  record Piece(Rows x, double[] weights, Matrix residual) {}

  record Fetch(int block) implements Task<Piece> {
    @Override
    public Phase phase() {
      return Phase.RESIDUAL;
    }

    @Override
    public Piece run(Worker worker) {
      Shared shared = worker.get(SHARED);
      int from = shared.layout.from(worker.index(), block);
      int to = shared.layout.to(worker.index(), block);
      Sample train = worker.get(ShardState.TRAIN);
      return new Piece(
          train.x().slice(from, to),
          Arrays.copyOfRange(ShardState.weights(worker), from, to),
          Residual.of(worker, from, to, shared.ridges()));
    }
  }

  /** A block's rows and their weights. */
  record Block(int number, Rows x, double[] weights) {
    static Block of(int number, List<Piece> pieces) {
      return new Block(
          number,
          Rows.concat(pieces.stream().map(Piece::x).toList()),
          pieces.stream().flatMapToDouble(piece -> Arrays.stream(piece.weights())).toArray());
    }
  }

  /** Every home factorises K_II + ridge·W_I⁻¹, for each ridge, of the blocks that are its own. */
  record Factorise(List<Block> blocks) implements Task<Boolean> {
    @Override
    public Phase phase() {
      return Phase.FACTOR;
    }

    @Override
    public Boolean run(Worker worker) {
      for (Block block : blocks) {
        if (worker.get(SHARED).layout().home(block.number()) == worker.index()
            && factors(worker).find(block.number()) == null) {
          factorise(worker, block);
        }
      }
      return true;
    }

    private static void factorise(Worker worker, Block block) {
      List<Double> ridges = worker.get(SHARED).ridges();
      int b = block.x().count();
      Matrix all = factors(worker).room(block.number(), ridges.size(), b);
      Matrix kernel = all.rows(0, b);
      kernelRows(worker).fillLower(block.x(), kernel);
      for (int m = ridges.size() - 1; m >= 0; m--) { // the first one last, in the kernel's place
        Matrix factor = all.rows(m * b, (m + 1) * b);
        if (m > 0) {
          factor.assign(kernel);
        }
        for (int i = 0; i < b; i++) {
          factor.set(i, i, factor.get(i, i) + ridges.get(m) / block.weights()[i]);
        }
        cholesky(worker, factor, ridges.get(m));
      }
    }

    private static void cholesky(Worker worker, Matrix factor, double ridge) {
      Precision precision = worker.get(SHARED).options().precision();
      try {
        worker.backend().blas().cholesky(factor);
      } catch (NotPositiveDefiniteException e) {
        throw new IllegalArgumentException(
            "K + ridge·I of a block of %d rows is not positive definite with ridge = %s in %s precision (pivot %d); a larger ridge helps%s"
                .formatted(
                    factor.rows(),
                    ridge,
                    precision.name().toLowerCase(java.util.Locale.ROOT),
                    e.pivot(),
                    precision == Precision.SINGLE ? ", or precision: double" : ""));
      }
    }
  }

  /**
   * Δ_I = (K_II + ridge·W_I⁻¹)⁻¹ · residual at the block's home, 0 for members that have stopped;
   * nothing elsewhere or with no factors.
   *
   * @param active the members that have not stopped
   */
  record Solve(int block, Matrix residual, List<Integer> active) implements Task<Solution> {
    @Override
    public Phase phase() {
      return Phase.SOLVE;
    }

    @Override
    public Solution run(Worker worker) {
      Matrix factors = factors(worker).find(block);
      if (worker.get(SHARED).layout().home(block) != worker.index() || factors == null) {
        return new Solution(null);
      }
      return new Solution(solve(worker.backend().blas(), factors, residual, active));
    }

    /** Solves with the members' factors, one below the other, for their columns side by side. */
    static Matrix solve(Blas blas, Matrix factors, Matrix right, List<Integer> active) {
      int b = right.rows();
      int k = right.cols() / (factors.rows() / b);
      Matrix solution = Matrix.zeros(Precision.DOUBLE, b, right.cols());
      for (int m : active) {
        Matrix own = RidgePath.columns(solution, m, k);
        own.assign(RidgePath.columns(right, m, k));
        blas.solveCholesky(factors.rows(m * b, (m + 1) * b), own);
      }
      return solution;
    }
  }

  record Solution(@Nullable Matrix delta) {
    /** That of the block's home; null if it lacks the factors. */
    static @Nullable Matrix found(List<Solution> all) {
      for (Solution solution : all) {
        if (solution.delta() != null) {
          return solution.delta();
        }
      }
      return null;
    }
  }

  /**
   * α_I += Δ on the rows that are the worker's own, and F += K(:, I)·Δ for all its rows, training
   * and held-out ones. Answers the seconds that the held-out rows took.
   */
  record Update(int block, Rows x, Matrix delta) implements Task<Double> {
    @Override
    public Phase phase() {
      return Phase.RESIDUAL;
    }

    @Override
    public Double run(Worker worker) {
      BlockLayout layout = worker.get(SHARED).layout();
      int from = layout.from(worker.index(), block);
      int to = layout.to(worker.index(), block);
      int offset = layout.offset(worker.index(), block);
      add(worker.get(ALPHA).rows(from, to), delta.rows(offset, offset + to - from));
      kernelRows(worker)
          .multiply(
              0,
              worker.get(ShardState.TRAIN).x(),
              block,
              x,
              delta,
              worker.get(FittedValues.FITTED));
      long start = System.nanoTime();
      worker.meter().run(Phase.SCORING, () -> score(worker));
      return (System.nanoTime() - start) / 1e9;
    }

    private void score(Worker worker) {
      KernelRows kernel = kernelRows(worker);
      List<Sample> heldOut = worker.get(ShardState.HELD_OUT);
      for (int i = 0; i < heldOut.size(); i++) {
        Matrix scores = worker.get(FittedValues.SCORES).get(i);
        kernel.multiply(i + 1, heldOut.get(i).x(), block, x, delta, scores);
      }
    }

    private static void add(Matrix target, Matrix change) {
      double[] sum = target.toArray();
      double[] summand = change.toArray();
      for (int i = 0; i < sum.length; i++) {
        sum[i] += summand[i];
      }
      target.write(0, target.rows(), sum);
    }
  }

  /** How well the shard is fitted, with each ridge. */
  record Evaluate() implements Task<List<Fit>> {
    @Override
    public Phase phase() {
      return Phase.SCORING;
    }

    @Override
    public List<Fit> run(Worker worker) {
      List<Double> ridges = worker.get(SHARED).ridges();
      List<Fit> fits = new ArrayList<>();
      for (int m = 0; m < ridges.size(); m++) {
        fits.add(Fit.of(worker, m, CoefficientTasks.ofMember(worker, ALPHA, m), ridges.get(m)));
      }
      return fits;
    }
  }

  private static KernelRows kernelRows(Worker worker) {
    FullKernelDescent.Options options = worker.get(SHARED).options();
    BlockLayout layout = worker.get(SHARED).layout();
    return worker.getOrMake(
        KERNEL,
        () ->
            new KernelRows(
                options.kernel(),
                options.precision(),
                worker.backend(),
                cache(worker, options.cache(), layout.rows(), options.precision())));
  }

  /** A cache for blocks of all rows of the shard, with so many columns in all. */
  static BlockCache cache(Worker worker, CacheBudget budget, long columns, Precision precision) {
    long train = worker.get(ShardState.TRAIN).count();
    long heldOut = worker.get(ShardState.HELD_OUT).stream().mapToLong(Sample::count).sum();
    long rowBytes = columns * precision.bytes();
    return new BlockCache(
        budget.share(worker.count()),
        new BlockCache.Demand(train * rowBytes, heldOut * rowBytes),
        precision,
        worker::warn);
  }

  private static Factors factors(Worker worker) {
    Shared shared = worker.get(SHARED);
    long budget = shared.options().factorBytes() / worker.count();
    long wanted = shared.ridges().size() * shared.layout().factorBytes(worker.index());
    return worker.getOrMake(FACTORS, () -> new Factors(budget, wanted));
  }
}
