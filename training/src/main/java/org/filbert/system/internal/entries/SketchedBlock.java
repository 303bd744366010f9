package org.filbert.system.internal.entries;

import java.util.List;
import java.util.Locale;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.FormerName;
import org.filbert.data.RefusedException;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.ConjugateGradients;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.NotPositiveDefiniteException;
import org.filbert.linalg.Precision;
import org.filbert.linalg.TileProduct;
import org.filbert.shard.ShardState;
import org.filbert.system.equations.BlockNorms;
import org.filbert.system.equations.ColumnArithmetic;
import org.filbert.system.equations.Diagonal;
import org.filbert.system.equations.KeptByBlock;
import org.filbert.system.equations.LossOfRows;
import org.filbert.system.equations.PerRidge;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.SystemSettings;
import org.filbert.system.internal.entries.FullKernelTasks.BlockRows;
import org.filbert.workers.Action;
import org.filbert.workers.Key;
import org.filbert.workers.Matrices;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * The equations (S + ridge·I)·d = g of a block, solved by conjugate gradients without S: all
 * workers multiply by it, the block's home preconditions by a {@link BlockSketch}, and vectors of
 * b×k numbers travel by way of the driver.
 */
public final class SketchedBlock {
  @SuppressWarnings("unchecked")
  private static final Key<KeptByBlock<BlockSketch>> SKETCHES =
      (Key<KeptByBlock<BlockSketch>>) (Key<?>) Key.rebuilt("blockSketches", KeptByBlock.class);

  /** Relative residual of every right-hand side. The next epoch reduces the rest. */
  static final double TOLERANCE = 1e-6;

  static final int ITERATIONS = 500;

  /** Number of iterations that plans assume. */
  public static final int EXPECTED = 40;

  private final Shared shared;
  private final Workers workers;
  private final int block;
  private final Product product;

  /** S·x for a matrix of any number of columns. */
  public interface Product {
    /**
     * The product.
     *
     * @param x Ω of {@link BlockSketch#test} if null
     */
    Matrix times(@Nullable Matrix x);
  }

  public SketchedBlock(Shared shared, Workers workers, int block, Product product) {
    this.shared = shared;
    this.workers = workers;
    this.block = block;
    this.product = product;
  }

  /** (S + ridge·I)⁻¹·g, and 0 in the columns of ridges that are not active. */
  public Matrix solve(Matrix g, List<Integer> active) {
    atHome(new NoteGradient(block, g));
    Matrix d = new PerRidge(shared.ridges(), g.cols()).active(g, active);
    ConjugateGradients.Solution solution =
        new ConjugateGradients(this::multiply, this::precondition, d, TOLERANCE, ITERATIONS)
            .solve();
    if (!(solution.residual() <= TOLERANCE)) {
      atHome(new Unsolved(block, solution.iterations(), solution.residual()));
    }
    return d;
  }

  private void multiply(Matrix x, Matrix y) {
    try (Matrix times = product.times(x)) {
      y.assign(times);
    }
    ColumnArithmetic.add(y, new PerRidge(shared.ridges(), x.cols()).ofColumns(), x);
  }

  private void precondition(Matrix r, Matrix z) {
    Precondition task = new Precondition(block, r);
    Matrix found = atHome(task).rows();
    while (found == null) { // at first, or if a failure has lost the sketch
      atHome(new MakeSketch(block, product.times(null)));
      found = atHome(task).rows();
    }
    z.assign(found);
  }

  private <R> R atHome(Task<R> task) {
    return workers.at(shared.blocks().home(block), task);
  }

  private static KeptByBlock<BlockSketch> sketches(Worker worker) {
    long budget = Shared.of(worker).settings().factorBytes() / worker.count();
    return worker.getOrMake(SKETCHES, () -> new KeptByBlock<>(budget, BlockSketch::close));
  }

  /** x, or Ω if it is null; the result may be closed. */
  private static Matrix factor(Worker worker, int block, @Nullable Matrix x) {
    if (x != null) {
      return x.rows(0, x.rows());
    }
    Shared shared = Shared.of(worker);
    SystemSettings settings = shared.settings();
    return BlockSketch.test(
        settings.seed(), block, shared.blocks().size(block), settings.access().rank());
  }

  /** The home notes the norms of a block's gradient in its {@link BlockNorms}. */
  record NoteGradient(int block, Matrix g) implements Action {
    @Override
    public void act(Worker worker) {
      BlockNorms norms = worker.find(BlockNorms.KEY);
      if (norms != null) {
        norms.met(block, g);
      }
    }
  }

  /** The home makes a block's sketch of Y = S·Ω. */
  @InPhase(Phase.FACTOR)
  record MakeSketch(int block, Matrix y) implements Action {
    @Override
    public void act(Worker worker) {
      Shared shared = Shared.of(worker);
      KeptByBlock<BlockSketch> sketches = sketches(worker);
      sketches.forgetLatest();
      try (Matrix omega = factor(worker, block, null)) {
        BlockSketch sketch =
            new BlockSketch(
                y.copy(Precision.DOUBLE),
                omega,
                shared.ridges(),
                worker.backend(),
                SystemTasks.threads(worker, true));
        sketches.put(block, sketch, BlockSketch.bytes(y.rows(), y.cols(), shared.ridges().size()));
      } catch (NotPositiveDefiniteException e) {
        throw new RefusedException(
            "block %s of %s unknowns: its sketch of rank %s has no factor: %s; a larger ridge or a smaller solver.rank helps"
                .formatted(block, y.rows(), y.cols(), e.getMessage()),
            e);
      }
    }
  }

  /** The answer of a worker; null if the worker lacks the block's sketch or rows. */
  @FormerName({
    "org.filbert.system.SketchTasks$Product",
    "org.filbert.system.SketchTasks$Preconditioned"
  })
  public record Answer(@FormerName("z") @Nullable Matrix rows) {}

  /** M⁻¹·r at a block's home. */
  @InPhase(Phase.PRECONDITION)
  record Precondition(int block, Matrix r) implements Task<Answer> {
    @Override
    public Answer run(Worker worker) {
      BlockSketch sketch = sketches(worker).find(block);
      if (sketch == null) {
        return new Answer(null);
      }
      Matrix z = r.copy(Precision.DOUBLE);
      sketch.precondition(z);
      return new Answer(z);
    }
  }

  /** Warns that a block's iterations ended before the tolerance. */
  record Unsolved(int block, int iterations, double residual) implements Action {
    @Override
    public void act(Worker worker) {
      worker.warn(
          String.format(
              Locale.ROOT,
              "block %s: conjugate gradients ended after %s iterations at a relative residual of"
                  + " %.2g, the tolerance is %.2g; a larger solver.rank helps",
              block,
              iterations,
              residual,
              TOLERANCE));
    }
  }

  /**
   * Rows of a block that all workers hold while its equations are solved.
   *
   * @param roots of the weights of these rows
   */
  record HeldRows(int block, BlockRows rows, Diagonal roots) {
    static final Key<HeldRows> KEY = Key.rebuilt("blockRows", HeldRows.class);

    static HeldRows of(int block, BlockRows rows) {
      return new HeldRows(block, rows, new Diagonal(rows.weights()).root());
    }
  }

  /**
   * The worker's rows of W^½·K_bb·W^½·x.
   *
   * @param rows of the block; null if the worker holds them
   * @param x Ω if absent
   */
  @InPhase(Phase.SOLVE)
  public record KernelTimes(int block, @Nullable BlockRows rows, @Nullable Matrix x)
      implements Task<Answer> {
    @Override
    public Answer run(Worker worker) {
      if (rows != null) {
        worker.put(HeldRows.KEY, HeldRows.of(block, rows));
      }
      HeldRows held = worker.find(HeldRows.KEY);
      if (held == null || held.block() != block) {
        return new Answer(null);
      }
      Shared shared = Shared.of(worker);
      int from = shared.blocks().from(worker.index(), block);
      int to = shared.blocks().to(worker.index(), block);
      try (Matrix factor = factor(worker, block, x);
          Matrix right = held.roots().times(factor);
          Matrix product = Matrix.zeros(Precision.DOUBLE, to - from, right.cols());
          KernelBlocks blocks =
              new KernelBlocks(
                  shared.settings().kernel(),
                  shared.settings().precision(),
                  Precision.DOUBLE,
                  worker.backend())) {
        blocks.multiply(
            worker.get(ShardState.TRAIN).x().slice(from, to), held.rows().x(), right, product);
        return new Answer(Diagonal.ofWeights(worker).rows(from, to).root().times(product));
      }
    }
  }

  /**
   * The worker's part of Z_bᵀ·W·Z_b·x, with the bound of the loss's curvature in W, in double.
   *
   * @param x Ω if absent
   */
  @InPhase(Phase.SOLVE)
  public record ColumnTimes(int block, @Nullable Matrix x) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      try (Matrix factor = factor(worker, block, x)) {
        Matrix sum = Matrix.zeros(Precision.DOUBLE, factor.rows(), factor.cols());
        Diagonal curvatures = LossOfRows.curvatureBounds(worker);
        ColumnTasks.forEachStrip(
            worker,
            block,
            (first, z) -> add(worker, z, curvatures.rows(first, first + z.rows()), factor, sum));
        return Matrices.of(sum);
      }
    }

    /** sum += zᵀ·W·z·x for a strip z of rows. */
    private static void add(Worker worker, Matrix z, Diagonal w, Matrix x, Matrix sum) {
      try (Matrix fitted = Matrix.zeros(Precision.DOUBLE, z.rows(), x.cols())) {
        try (TileProduct product = ColumnTasks.product(worker, x, fitted)) {
          DenseColumns.forEachTile(z, product::add);
        }
        try (Matrix weighted = w.times(fitted);
            TileProduct product = ColumnTasks.product(worker, weighted, sum)) {
          DenseColumns.forEachTile(z, (tile, i, j) -> product.addTransposed(tile, j, i));
        }
      }
    }
  }
}
