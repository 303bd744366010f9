package org.filbert.system;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.Sample;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.ShardState;
import org.filbert.workers.Action;
import org.filbert.workers.Key;
import org.filbert.workers.Matrices;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/**
 * What the workers do for the normal equations of columns Z. W is the diagonal matrix of the rows'
 * weights.
 */
final class ColumnTasks {
  private static final Key<ColumnRows> ROWS = Key.rebuilt("columnRows", ColumnRows.class);

  private ColumnTasks() {}

  /**
   * Begins with u = 0 and F = 0, also after an earlier system.
   *
   * @param positions of the landmarks in the input, in the order of the blocks; none for features
   */
  record Begin(Shared shared, ColumnSource source, long[] positions) implements Action {
    @Override
    public void act(Worker worker) {
      SystemTasks.begin(worker, shared);
      worker.put(ColumnSource.KEY, source);
      if (positions.length > 0) {
        worker.put(Centres.KEY, Centres.of(worker.get(ShardState.TRAIN), positions));
      }
      worker.put(
          BlockNorms.KEY, BlockNorms.none(shared.blocks(), shared.ridges().size(), worker.index()));
    }
  }

  /**
   * The worker's part of (-∇J)_b, of the squared loss (B - A·u)_b: Z_bᵀW(Y - F) of its rows, less
   * the penalty's part of the unknowns that are its own.
   */
  @InPhase(Phase.RESIDUAL)
  record Gradient(int block) implements Task<Matrices> {
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

  /** v_b += d where the unknowns are, and fitted values += Z_b·d. */
  @InPhase(Phase.RESIDUAL)
  record Add(Vector v, Change change, int block, Matrix d) implements Action {
    @Override
    public void act(Worker worker) {
      VectorPart part = VectorPart.orZero(worker, v);
      change.apply(worker, part, block, d);
      rows(worker).expand(0, worker.get(ShardState.TRAIN).x(), new int[] {block}, d, part.fitted());
    }
  }

  /** The worker's part of vᵀA·x for every x. */
  @InPhase(Phase.RESIDUAL)
  record Products(Vector v, List<Vector> others) implements Task<Matrix> {
    @Override
    public Matrix run(Worker worker) {
      VectorPart part = VectorPart.of(worker, v);
      Penalty penalty = Penalty.of(worker);
      double[] weights = ShardState.weights(worker);
      Matrix products = Matrix.zeros(Precision.DOUBLE, others.size(), part.fitted().cols());
      for (int j = 0; j < others.size(); j++) {
        VectorPart other = VectorPart.of(worker, others.get(j));
        double[] row = ColumnArithmetic.dots(weights, part.fitted(), other.fitted());
        double[] penalties = penalty.product(part, other);
        Arrays.setAll(row, c -> row[c] + penalties[c]);
        products.write(j, j + 1, row);
      }
      return products;
    }
  }

  /** How well the shard is fitted, with each ridge. */
  @InPhase(Phase.SCORING)
  record Evaluate() implements Task<List<Fit>> {
    @Override
    public List<Fit> run(Worker worker) {
      PerRidge layout = PerRidge.of(worker);
      VectorPart u = VectorPart.orZero(worker, Vector.U);
      double[] penalty = Penalty.of(worker).values(u);
      BlockNorms norms = worker.get(BlockNorms.KEY);
      return IntStream.range(0, layout.ridges().size())
          .mapToObj(
              m ->
                  SystemTasks.fit(
                      worker, m, norms.residual2(m), norms.target2(), 2 * layout.sum(penalty, m)))
          .toList();
    }
  }

  /** Gives a block's columns of all rows of a sample, strip after strip. */
  static void forEachStrip(
      Worker worker, int number, Sample sample, int block, ColumnStrips.Strip strip) {
    ((DenseColumns) rows(worker)).forEachStrip(number, sample.x(), block, strip);
  }

  static ColumnRows rows(Worker worker) {
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
    Precision precision = precision(worker);
    return new DenseColumns(
        new ColumnStrips(
            source,
            shared.settings().kernel(),
            precision,
            worker.backend(),
            SystemTasks.cache(worker, precision)),
        shared.blocks(),
        shared.settings().access().blockSize(),
        precision,
        worker.backend().blas());
  }

  static Precision precision(Worker worker) {
    return Shared.of(worker).elements();
  }
}
