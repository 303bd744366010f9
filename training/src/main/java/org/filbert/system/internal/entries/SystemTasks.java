package org.filbert.system.internal.entries;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.cache.BlockCache;
import org.filbert.cache.CacheBudget;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.Sample;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.loss.SmoothLoss;
import org.filbert.shard.Score;
import org.filbert.shard.ShardState;
import org.filbert.system.equations.BlockNorms;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.Centres;
import org.filbert.system.equations.ColumnSource;
import org.filbert.system.equations.Factors;
import org.filbert.system.equations.Fit;
import org.filbert.system.equations.HeldOutFit;
import org.filbert.system.equations.L1Descent;
import org.filbert.system.equations.PerRidge;
import org.filbert.system.equations.Risk;
import org.filbert.system.equations.RowStrips;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.Vector;
import org.filbert.system.equations.VectorPart;
import org.filbert.workers.Action;
import org.filbert.workers.Key;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/** The workers' tasks for all systems. */
public final class SystemTasks {
  private static final Key<Long> RESERVED = Key.constant("sketchBytes", Long.class);
  private static final Key<Factors> FACTORS = Key.rebuilt("factors", Factors.class);

  private SystemTasks() {}

  /** The keys that outlast a system, besides those of the shard. */
  private static final List<Key<?>> LASTING =
      List.of(
          ModelTasks.KEPT,
          ModelTasks.KEPT_GRIDS,
          HeldOutFit.KEPT,
          HeldOutFit.KEPT_TEST,
          LocalBins.KEY);

  /**
   * Begins with u = 0 and F = 0. The worker forgets all that it kept for an earlier system.
   *
   * @param source of the columns; absent for the full kernel
   * @param positions of landmarks in the input, in the order of the blocks; else none
   */
  public record Begin(Shared shared, @Nullable ColumnSource source, long[] positions)
      implements Action {
    @Override
    public void act(Worker worker) {
      forget(worker);
      worker.put(Shared.KEY, shared);
      VectorPart.orZero(worker, Vector.U);
      if (source != null) {
        worker.put(ColumnSource.KEY, source);
        worker.put(BlockNorms.KEY, BlockNorms.none(shared, worker.index()));
      }
      if (positions.length > 0) {
        worker.put(Centres.KEY, Centres.of(worker.get(ShardState.TRAIN), positions));
      }
    }
  }

  /** Ends a system: the worker forgets all that it kept for it but what it keeps for the model. */
  public record End() implements Action {
    @Override
    public void act(Worker worker) {
      forget(worker);
    }
  }

  private static void forget(Worker worker) {
    worker.retain(Stream.of(ShardState.KEYS, LASTING).<Key<?>>flatMap(List::stream).toList());
  }

  static Factors factors(Worker worker) {
    return worker.getOrMake(
        FACTORS,
        () -> {
          Shared shared = Shared.of(worker);
          Blocks blocks = shared.blocks();
          boolean diagonal = worker.find(ColumnSource.KEY) instanceof ColumnSource.Grids;
          long elements =
              blocks
                  .at(worker.index())
                  .filter(block -> !diagonal)
                  .mapToLong(block -> (long) blocks.size(block) * blocks.size(block))
                  .sum();
          return new Factors(
              shared.factors(),
              shared.elements(),
              shared.settings().risk().norm() == Risk.Norm.L2,
              shared.settings().factorBytes() / worker.count(),
              elements * shared.factors().bytes() * shared.ridges().size());
        });
  }

  /** Number of threads of a worker. A worker gets all cores of its process if the others wait. */
  public static int threads(Worker worker, boolean alone) {
    return alone && worker.count() > 1 ? Runtime.getRuntime().availableProcessors() : 1;
  }

  /** Answers the blocks among these that the worker has factorised. */
  public record Factorised(List<Integer> blocks) implements Task<List<Integer>> {
    @Override
    public List<Integer> run(Worker worker) {
      return blocks.stream().filter(factors(worker)::has).toList();
    }
  }

  /** The homes of a round's blocks factorise these side by side. */
  @InPhase(Phase.FACTOR)
  public record Factorise(List<Integer> round) implements Action {
    @Override
    public void act(Worker worker) {
      Blocks blocks = Shared.of(worker).blocks();
      for (int block : round) {
        if (blocks.home(block) == worker.index()) {
          factors(worker).factorise(block, worker, threads(worker, round.size() == 1));
        }
      }
    }
  }

  /** The answer of a block's home; null if it lacks the factors. */
  public record Solution(@Nullable Matrix d) {}

  /** (A_bb)⁻¹·g at the block's home, and 0 in the columns of ridges that are not active. */
  @InPhase(Phase.SOLVE)
  public record Solve(int block, Matrix g, List<Integer> active) implements Task<Solution> {
    @Override
    public Solution run(Worker worker) {
      Factors factors = factors(worker);
      if (!factors.has(block)) {
        return new Solution(null);
      }
      Shared shared = Shared.of(worker);
      boolean sparse = shared.settings().risk().norm() == Risk.Norm.L1;
      BlockNorms norms = worker.find(BlockNorms.KEY);
      if (norms != null) {
        norms.met(
            block,
            sparse
                ? L1Descent.subgradient(
                    g, VectorPart.orZero(worker, Vector.U).piece(worker, block), shared.ridges())
                : g);
      }
      PerRidge layout = new PerRidge(shared.ridges(), g.cols());
      Matrix d = layout.active(g, active);
      for (int m : active) {
        Matrix own = layout.columns(d, m);
        if (sparse) {
          Matrix u = VectorPart.orZero(worker, Vector.U).piece(worker, block);
          factors.shrink(block, own, layout.columns(u, m), shared.ridges().get(m));
        } else {
          factors.solve(block, m, own, worker, threads(worker, true));
          if (norms != null && norms.ofSingleBlock() && shared.settings().risk().linear()) {
            norms.left(
                m, factors.residual2(block, m, layout.columns(g, m), own), shared.elements());
          }
        }
      }
      return new Solution(d);
    }
  }

  /** A cache for blocks of all rows of the shard. */
  static BlockCache cache(Worker worker, Precision precision) {
    long train = worker.get(ShardState.TRAIN).count();
    return cache(worker, precision, train * Shared.of(worker).blocks().unknowns());
  }

  /** A cache for a number of entries of training rows, and for blocks of all held-out rows. */
  static BlockCache cache(Worker worker, Precision precision, long entries) {
    Shared shared = Shared.of(worker);
    long heldOut = worker.get(ShardState.HELD_OUT).stream().mapToLong(Sample::count).sum();
    return new BlockCache(
        rest(worker, shared.settings().cache().share(worker.count())),
        new BlockCache.Demand(
            entries * precision.bytes(), heldOut * shared.blocks().unknowns() * precision.bytes()),
        precision,
        worker::warn);
  }

  /** Reserves bytes of the cache's budget for the columns of a preconditioner. */
  public static void reserve(Worker worker, long bytes) {
    worker.put(RESERVED, bytes);
  }

  /** The part of a worker's budget that is left for the kernel matrix. */
  private static CacheBudget rest(Worker worker, CacheBudget budget) {
    Long reserved = worker.find(RESERVED);
    return reserved == null ? budget : budget.after(reserved);
  }

  /** How well the shard is fitted with each ridge. */
  static List<Fit> fits(
      Worker worker,
      IntToDoubleFunction residual2,
      IntToDoubleFunction left2,
      double target2,
      IntToDoubleFunction penalty) {
    return IntStream.range(0, Shared.of(worker).ridges().size())
        .mapToObj(
            m ->
                fit(
                    worker,
                    m,
                    residual2.applyAsDouble(m),
                    left2.applyAsDouble(m),
                    target2,
                    penalty.applyAsDouble(m)))
        .toList();
  }

  private static Fit fit(
      Worker worker, int member, double residual2, double left2, double target2, double penalty) {
    Sample train = worker.get(ShardState.TRAIN);
    int k = train.y().cols();
    VectorPart u = VectorPart.of(worker, Vector.U);
    double[] weights = ShardState.weights(worker);
    PerRidge layout = PerRidge.of(worker);
    Matrix fitted = layout.columns(u.fitted(), member);
    int columns = fitted.cols();
    SmoothLoss loss = Shared.of(worker).settings().risk().loss();
    double[] misfit2 = new double[1];
    RowStrips.forEach(
        train.count(),
        (from, to) -> {
          double[] y = train.y().rows(from, to).toArray();
          double[] f = fitted.rows(from, to).toArray();
          for (int at = 0; at < f.length; at++) {
            int i = at / columns;
            misfit2[0] += weights[from + i] * 2 * loss.value(f[at], y[i * k + at % k]);
          }
        });
    return new Fit(
        residual2,
        left2,
        target2,
        misfit2[0] / layout.members(),
        penalty / layout.members(),
        Score.of(train, layout.mean(u.fitted(), member), ShardState.outputs(worker)));
  }
}
