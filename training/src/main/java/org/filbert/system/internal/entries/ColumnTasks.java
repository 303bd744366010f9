package org.filbert.system.internal.entries;

import java.util.Arrays;
import java.util.List;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.Rows;
import org.filbert.data.Sample;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.linalg.TileProduct;
import org.filbert.loss.SmoothLoss;
import org.filbert.shard.ShardState;
import org.filbert.system.equations.BlockNorms;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.Centres;
import org.filbert.system.equations.ColumnArithmetic;
import org.filbert.system.equations.ColumnSource;
import org.filbert.system.equations.Fit;
import org.filbert.system.equations.HeldOutFit;
import org.filbert.system.equations.LossOfRows;
import org.filbert.system.equations.PerRidge;
import org.filbert.system.equations.RowStrips;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.Update;
import org.filbert.system.equations.Vector;
import org.filbert.system.equations.VectorPart;
import org.filbert.workers.Action;
import org.filbert.workers.Key;
import org.filbert.workers.Matrices;
import org.filbert.workers.SumAction;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/**
 * The workers' tasks for the normal equations of columns Z, W being the diagonal matrix of the
 * rows' weights. Whole vectors travel in the order of the workers: each one's unknowns one after
 * the other.
 */
public final class ColumnTasks {
  private static final Key<ColumnRows> ROWS = Key.rebuilt("columnRows", ColumnRows.class);

  private ColumnTasks() {}

  /**
   * The worker's part of (-∇J)_b, which is (B - A·u)_b for the squared loss: Z_bᵀW(Y - F) of its
   * rows, minus the penalty's part of its own unknowns.
   */
  @InPhase(Phase.RESIDUAL)
  public record Gradient(int block) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      VectorPart u = VectorPart.orZero(worker, Vector.U);
      int columns = u.fitted().cols();
      Blocks blocks = Shared.of(worker).blocks();
      Matrix sum = Matrix.zeros(Precision.DOUBLE, blocks.size(block), columns);
      rows(worker)
          .project(
              0,
              worker.get(ShardState.TRAIN).x(),
              new int[] {block},
              new LossOfRows(worker)::misfit,
              sum);
      int from = blocks.from(worker.index(), block);
      int piece = blocks.piece(worker.index(), block);
      double[] penalty = Penalty.of(worker).gradient(u, from, from + piece);
      int offset = blocks.offset(worker.index(), block);
      try (Matrix own = Matrix.of(Precision.DOUBLE, piece, columns, penalty)) {
        ColumnArithmetic.add(sum.rows(offset, offset + piece), -1, own);
      }
      return Matrices.of(sum);
    }
  }

  /** Updates v_b by d where the unknowns are; fitted values += Z_b·d. */
  @InPhase(Phase.RESIDUAL)
  public record Add(Vector v, Update update, int block, Matrix d) implements Action {
    @Override
    public void act(Worker worker) {
      VectorPart part = VectorPart.orZero(worker, v);
      update.apply(worker, part, block, d);
      rows(worker).expand(0, worker.get(ShardState.TRAIN).x(), new int[] {block}, d, part.fitted());
    }
  }

  /** The worker's part of vᵀA·x for every x. */
  @InPhase(Phase.RESIDUAL)
  public record Products(Vector v, List<Vector> others) implements Task<Matrix> {
    @Override
    public Matrix run(Worker worker) {
      Penalty penalty = Penalty.of(worker);
      double[] weights = ShardState.weights(worker);
      return VectorTasks.products(
          worker,
          v,
          others,
          (a, b) -> {
            double[] row = ColumnArithmetic.dots(weights, a.fitted(), b.fitted());
            double[] penalties = penalty.product(a, b);
            Arrays.setAll(row, c -> row[c] + penalties[c]);
            return row;
          });
    }
  }

  /** Answers how well the shard is fitted with each ridge. */
  @InPhase(Phase.SCORING)
  public record Evaluate() implements Task<List<Fit>> {
    @Override
    public List<Fit> run(Worker worker) {
      PerRidge layout = PerRidge.of(worker);
      VectorPart u = VectorPart.orZero(worker, Vector.U);
      double[] penalty = Penalty.of(worker).values(u);
      BlockNorms norms = worker.get(BlockNorms.KEY);
      return SystemTasks.fits(
          worker, norms::residual2, norms::left2, norms.target2(), m -> 2 * layout.sum(penalty, m));
    }
  }

  /** The worker's part of a whole vector: its own unknowns, and 0 elsewhere. */
  public record AllElements(Vector v) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      Blocks blocks = Shared.of(worker).blocks();
      Matrix own = VectorPart.orZero(worker, v).elements();
      Matrix all = Matrix.zeros(Precision.DOUBLE, (int) blocks.unknowns(), own.cols());
      int first = blocks.first(worker.index());
      all.rows(first, first + own.rows()).assign(own);
      return Matrices.of(all);
    }
  }

  /** Fitted values += Z·v, with v the sum of all parts. */
  @InPhase(Phase.RESIDUAL)
  public record AddFitted(Vector v) implements SumAction {
    @Override
    public void act(Worker worker, Matrices sum) {
      try (Matrix byBlock = Shared.of(worker).blocks().byBlock(sum.get(0))) {
        Matrix fitted = VectorPart.orZero(worker, v).fitted();
        expand(worker, 0, worker.get(ShardState.TRAIN), byBlock, fitted);
      }
    }
  }

  /** Fitted values of held-out rows += Z·u, with u the sum of all parts. */
  @InPhase(Phase.SCORING)
  public record AddHeldOut() implements SumAction {
    @Override
    public void act(Worker worker, Matrices sum) {
      List<Sample> samples = worker.get(ShardState.HELD_OUT);
      List<Matrix> fitted = HeldOutFit.of(worker).samples();
      try (Matrix byBlock = Shared.of(worker).blocks().byBlock(sum.get(0))) {
        for (int i = 0; i < samples.size(); i++) {
          expand(worker, i + 1, samples.get(i), byBlock, fitted.get(i));
        }
      }
    }
  }

  private static void expand(
      Worker worker, int number, Sample sample, Matrix elements, Matrix out) {
    rows(worker).expand(number, sample.x(), Shared.of(worker).blocks().gathered(), elements, out);
  }

  /** The worker's part of -∇J at u. */
  @InPhase(Phase.RESIDUAL)
  public record WholeGradient() implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      VectorPart u = VectorPart.orZero(worker, Vector.U);
      return penalised(
          worker,
          u,
          -1,
          (x, blocks, sum) ->
              rows(worker).project(0, x, blocks, new LossOfRows(worker)::misfit, sum));
    }
  }

  /**
   * The worker's part of A·v, A = ∇²J at u; also computes the fitted values of v.
   *
   * @param all the elements of v, in the order of the workers
   */
  @InPhase(Phase.RESIDUAL)
  public record Image(Vector v, Matrix all) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      VectorPart part = VectorPart.of(worker, v);
      LossOfRows loss = new LossOfRows(worker);
      Matrix fitted = part.fitted();
      fitted.clear();
      ColumnRows.RowValues curved =
          (from, to, target) -> {
            fitted.read(from, to, target);
            loss.curve(from, to, target);
          };
      try (Matrix byBlock = Shared.of(worker).blocks().byBlock(all)) {
        return penalised(
            worker,
            part,
            1,
            (x, blocks, sum) -> rows(worker).image(0, x, blocks, byBlock, fitted, curved, sum));
      }
    }
  }

  /** Adds a product of Zᵀ to a sum, in the order of the blocks. */
  private interface Projection {
    void addTo(Rows x, int[] blocks, Matrix sum);
  }

  /** A product of Zᵀ plus or minus the penalty's part of v, in the order of the workers. */
  private static Matrices penalised(
      Worker worker, VectorPart v, double sign, Projection projection) {
    Blocks blocks = Shared.of(worker).blocks();
    int columns = v.fitted().cols();
    Matrix byBlock = Matrix.zeros(Precision.DOUBLE, (int) blocks.unknowns(), columns);
    projection.addTo(worker.get(ShardState.TRAIN).x(), blocks.gathered(), byBlock);
    Matrix sum = blocks.byWorker(byBlock);
    int own = blocks.own(worker.index());
    int first = blocks.first(worker.index());
    Penalty penalty = Penalty.of(worker);
    RowStrips.forEach(
        own,
        (from, to) -> {
          try (Matrix part =
              Matrix.of(Precision.DOUBLE, to - from, columns, penalty.gradient(v, from, to))) {
            ColumnArithmetic.add(sum.rows(first + from, first + to), sign, part);
          }
        });
    return Matrices.of(sum);
  }

  /** The elements of a vector ← the worker's rows of a sum. */
  public record Take(Vector into) implements SumAction {
    @Override
    public void act(Worker worker, Matrices own) {
      VectorPart.orZero(worker, into).elements().assign(own.get(0));
    }
  }

  /** The worker's part of J of every column. */
  @InPhase(Phase.RESIDUAL)
  public record Objective() implements Task<Matrix> {
    @Override
    public Matrix run(Worker worker) {
      VectorPart u = VectorPart.orZero(worker, Vector.U);
      Sample train = worker.get(ShardState.TRAIN);
      SmoothLoss loss = Shared.of(worker).settings().risk().loss();
      double[] weights = ShardState.weights(worker);
      double[] sums = Penalty.of(worker).values(u);
      int k = train.y().cols();
      RowStrips.forEach(
          train.count(),
          (from, to) -> {
            double[] y = train.y().rows(from, to).toArray();
            double[] f = u.fitted().rows(from, to).toArray();
            for (int at = 0; at < f.length; at++) {
              int i = at / sums.length;
              double value = loss.value(f[at], y[i * k + at % k]);
              sums[at % sums.length] += weights[from + i] * value;
            }
          });
      return Matrix.of(Precision.DOUBLE, 1, sums.length, sums);
    }
  }

  /** Gives a block's columns of all training rows, strip after strip. */
  public static void forEachStrip(Worker worker, int block, DenseColumns.Strip strip) {
    ((DenseColumns) rows(worker)).forEachStrip(0, worker.get(ShardState.TRAIN).x(), block, strip);
  }

  /** Products of tiles of the columns, or of their transposes, with a factor, in double. */
  public static TileProduct product(Worker worker, Matrix factor, Matrix out) {
    return worker
        .backend()
        .product(
            Shared.of(worker).elements(), Precision.DOUBLE, out.rows(), factor.rows(), factor, out);
  }

  public static ColumnRows rows(Worker worker) {
    return worker.getOrMake(ROWS, () -> make(worker, worker.get(ColumnSource.KEY)));
  }

  private static ColumnRows make(Worker worker, ColumnSource source) {
    if (source instanceof ColumnSource.Grids grids) {
      LocalBins known = worker.find(LocalBins.KEY);
      GridColumns columns = new GridColumns(grids, worker.backend().math(), worker.meter(), known);
      worker.remove(LocalBins.KEY);
      return columns;
    }
    Shared shared = Shared.of(worker);
    DenseColumns columns =
        new DenseColumns(
            source, shared, worker.backend(), SystemTasks.cache(worker, shared.elements()));
    if (shared.elements() == Precision.DOUBLE
        || !shared.settings().access().whole()
        || !(source instanceof ColumnSource.Landmarks landmarks)) {
      return columns;
    }
    return new ExactLandmarks(
        columns,
        landmarks.rows(),
        worker.get(ShardState.TRAIN).x(),
        worker.get(Centres.KEY).places(),
        shared,
        worker.backend());
  }
}
