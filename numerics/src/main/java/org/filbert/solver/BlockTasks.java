package org.filbert.solver;

import java.util.List;
import org.filbert.data.Rows;
import org.filbert.data.Sample;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.NotPositiveDefiniteException;
import org.filbert.linalg.Precision;
import org.filbert.train.ShardState;
import org.filbert.workers.Key;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/** What the workers do for {@link FullKernelDescent}, one record for each kind of superstep. */
final class BlockTasks {
  static final Key<Shared> SHARED = Key.stored("bcd", Shared.class);
  static final Key<Matrix> ALPHA = Key.stored("alpha", Matrix.class);
  static final Key<Matrix> BEST_ALPHA = Key.stored("bestAlpha", Matrix.class);
  static final Key<Matrix> FITTED = Key.stored("fitted", Matrix.class);

  /** Scores of the held-out samples, in their order. */
  @SuppressWarnings("unchecked")
  static final Key<List<Matrix>> SCORES =
      (Key<List<Matrix>>) (Key<?>) Key.stored("scores", List.class);

  static final Key<KernelRows> KERNEL = Key.rebuilt("kernelRows", KernelRows.class);
  static final Key<Factors> FACTORS = Key.rebuilt("factors", Factors.class);

  private BlockTasks() {}

  /** What all workers have to know. */
  record Shared(FullKernelDescent.Options options, double ridge, BlockLayout layout) {}

  /** Begins with α = 0 and F = 0, and reserves memory. Answers Σ y² of the shard. */
  record Begin(Shared shared) implements Task<Double> {
    @Override
    public Double run(Worker worker) {
      Sample train = worker.get(ShardState.TRAIN);
      worker.put(SHARED, shared);
      worker.put(ALPHA, zerosLike(train));
      worker.put(FITTED, zerosLike(train));
      worker.put(
          SCORES, worker.get(ShardState.HELD_OUT).stream().map(BlockTasks::zerosLike).toList());
      kernelRows(worker);
      factors(worker);
      double sum = 0;
      for (double y : train.y().toArray()) {
        sum += y * y;
      }
      return sum;
    }
  }

  /** A worker's rows of a block, and their right-hand side Y - F - ridge·α. */
  record Piece(Rows x, Matrix residual) {}

  record Fetch(int block) implements Task<Piece> {
    @Override
    public Piece run(Worker worker) {
      Shared shared = worker.get(SHARED);
      int from = shared.layout.from(worker.index(), block);
      int to = shared.layout.to(worker.index(), block);
      Sample train = worker.get(ShardState.TRAIN);
      return new Piece(train.x().slice(from, to), Residual.of(worker, from, to, shared.ridge()));
    }
  }

  /** Every home factorises K_II + ridge·I of the blocks that are its own. */
  record Factorise(List<Integer> blocks, List<Rows> x) implements Task<Boolean> {
    @Override
    public Boolean run(Worker worker) {
      for (int i = 0; i < blocks.size(); i++) {
        if (worker.get(SHARED).layout().home(blocks.get(i)) == worker.index()) {
          factorise(worker, blocks.get(i), x.get(i));
        }
      }
      return true;
    }

    private static void factorise(Worker worker, int block, Rows x) {
      Shared shared = worker.get(SHARED);
      Factors factors = factors(worker);
      if (factors.find(block) != null) {
        return;
      }
      Matrix factor = factors.room(block, x.count());
      kernelRows(worker).fillLower(x, factor);
      for (int i = 0; i < x.count(); i++) {
        factor.set(i, i, factor.get(i, i) + shared.ridge);
      }
      try {
        worker.backend().blas().cholesky(factor);
      } catch (NotPositiveDefiniteException e) {
        throw new IllegalArgumentException(
            "K + ridge·I of a block of %d rows is not positive definite with ridge = %s in %s precision (pivot %d); a larger ridge helps%s"
                .formatted(
                    x.count(),
                    shared.ridge,
                    shared.options.precision().name().toLowerCase(java.util.Locale.ROOT),
                    e.pivot(),
                    shared.options.precision() == Precision.SINGLE
                        ? ", or precision: double"
                        : ""));
      }
    }
  }

  /**
   * Δ_I = (K_II + ridge·I)⁻¹ · residual at the block's home; nothing elsewhere or with no factor.
   */
  record Solve(int block, Matrix residual) implements Task<Solution> {
    @Override
    public Solution run(Worker worker) {
      Matrix factor = factors(worker).find(block);
      if (worker.get(SHARED).layout().home(block) != worker.index() || factor == null) {
        return new Solution(null);
      }
      Matrix delta = residual.copy(Precision.DOUBLE);
      worker.backend().blas().solveCholesky(factor, delta);
      return new Solution(delta);
    }
  }

  record Solution(@Nullable Matrix delta) {}

  /**
   * α_I += Δ on the rows that are the worker's own, and F += K(:, I)·Δ for all its rows, training
   * and held-out ones. Answers the seconds that the held-out rows took.
   */
  record Update(int block, Rows x, Matrix delta) implements Task<Double> {
    @Override
    public Double run(Worker worker) {
      BlockLayout layout = worker.get(SHARED).layout();
      int from = layout.from(worker.index(), block);
      int to = layout.to(worker.index(), block);
      int offset = layout.offset(worker.index(), block);
      add(worker.get(ALPHA).rows(from, to), delta.rows(offset, offset + to - from));
      KernelRows kernel = kernelRows(worker);
      kernel.multiply(0, worker.get(ShardState.TRAIN).x(), block, x, delta, worker.get(FITTED));
      long start = System.nanoTime();
      List<Sample> heldOut = worker.get(ShardState.HELD_OUT);
      for (int i = 0; i < heldOut.size(); i++) {
        Matrix scores = worker.get(SCORES).get(i);
        kernel.multiply(i + 1, heldOut.get(i).x(), block, x, delta, scores);
      }
      return (System.nanoTime() - start) / 1e9;
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

  /** How well the shard is fitted. */
  record Evaluate() implements Task<Fit> {
    @Override
    public Fit run(Worker worker) {
      Sample train = worker.get(ShardState.TRAIN);
      return Fit.of(
          train,
          worker.get(FITTED),
          worker.get(ALPHA),
          worker.get(SHARED).ridge(),
          worker.get(ShardState.HELD_OUT),
          worker.get(SCORES));
    }
  }

  /** Keeps the coefficients as they are now, the best so far. */
  record Remember() implements Task<Boolean> {
    @Override
    public Boolean run(Worker worker) {
      Matrix best = worker.get(ALPHA).copy(Precision.DOUBLE);
      worker.remove(BEST_ALPHA);
      worker.put(BEST_ALPHA, best);
      return true;
    }
  }

  /** The shard's part of the model. */
  record Part(Rows centres, Matrix alpha) {}

  record Export() implements Task<Part> {
    @Override
    public Part run(Worker worker) {
      Matrix best = worker.find(BEST_ALPHA);
      Matrix alpha = best == null ? worker.get(ALPHA) : best;
      // A copy: the model outlives the worker, which gives its memory back.
      return new Part(worker.get(ShardState.TRAIN).x(), alpha.copy(Precision.DOUBLE));
    }
  }

  static Matrix zerosLike(Sample sample) {
    return Matrix.zeros(Precision.DOUBLE, sample.count(), sample.y().cols());
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
                options.cacheBytes() / worker.count(),
                shardRows(worker) * layout.rows() * options.precision().bytes()));
  }

  /** All rows of the shard, training and held-out ones. */
  static long shardRows(Worker worker) {
    return worker.get(ShardState.TRAIN).count()
        + worker.get(ShardState.HELD_OUT).stream().mapToLong(Sample::count).sum();
  }

  private static Factors factors(Worker worker) {
    Shared shared = worker.get(SHARED);
    long budget = shared.options().factorBytes() / worker.count();
    return worker.getOrMake(
        FACTORS, () -> new Factors(budget, shared.layout().factorBytes(worker.index())));
  }
}
