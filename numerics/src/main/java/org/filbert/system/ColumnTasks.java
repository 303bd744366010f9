package org.filbert.system;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.cost.Phase;
import org.filbert.data.Sample;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.ShardState;
import org.filbert.workers.Key;
import org.filbert.workers.Matrices;
import org.filbert.workers.SumTask;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/**
 * What the workers do for the normal equations of columns Z. W is the diagonal matrix of the rows'
 * weights.
 */
final class ColumnTasks {
  private static final Key<ColumnStrips> STRIPS = Key.rebuilt("columnStrips", ColumnStrips.class);

  private ColumnTasks() {}

  /**
   * Begins with u = 0 and F = 0, also after an earlier system.
   *
   * @param positions of the landmarks in the input, in the order of the blocks; none for features
   */
  record Begin(Shared shared, ColumnSource source, long[] positions) implements Task<Boolean> {
    @Override
    public Boolean run(Worker worker) {
      worker.remove(STRIPS);
      ColumnBatches.begin(worker);
      worker.remove(Centres.KEY);
      worker.put(ColumnSource.KEY, source);
      if (positions.length > 0) {
        worker.put(Centres.KEY, Centres.of(worker.get(ShardState.TRAIN), positions));
      }
      worker.put(
          BlockNorms.KEY, BlockNorms.none(shared.blocks(), shared.ridges().size(), worker.index()));
      SystemTasks.begin(worker, shared);
      return true;
    }
  }

  /**
   * The worker's part of (B - A·u)_b: Z_bᵀW(Y - F) of its rows, less the penalty's part of the
   * unknowns that are its own.
   */
  record Gradient(int block) implements Task<Matrices> {
    @Override
    public Phase phase() {
      return Phase.RESIDUAL;
    }

    @Override
    public Matrices run(Worker worker) {
      Blocks blocks = Shared.of(worker).blocks();
      Blas blas = worker.backend().blas();
      VectorPart u = VectorPart.orZero(worker, Vector.U);
      Matrix sum = Matrix.zeros(Precision.DOUBLE, blocks.size(block), u.fitted().cols());
      forEachStrip(
          worker,
          0,
          worker.get(ShardState.TRAIN),
          block,
          (i, z) -> {
            try (Matrix misfit = misfit(worker, u, i, i + z.rows())) {
              addTransposeProduct(blas, z, misfit, sum);
            }
          });
      int from = blocks.from(worker.index(), block);
      int piece = blocks.piece(worker.index(), block);
      double[] penalty = Penalty.of(worker).gradient(u, from, from + piece);
      int offset = blocks.offset(worker.index(), block);
      try (Matrix own = Matrix.of(Precision.DOUBLE, piece, sum.cols(), penalty)) {
        ByColumn.add(sum.rows(offset, offset + piece), -1, own);
      }
      return Matrices.of(sum);
    }

    private static Matrix misfit(Worker worker, VectorPart u, int from, int to) {
      Matrix targets = worker.get(ShardState.TRAIN).y();
      int k = targets.cols();
      int columns = u.fitted().cols();
      double[] y = targets.rows(from, to).toArray();
      double[] difference = u.fitted().rows(from, to).toArray();
      for (int i = 0; i < difference.length; i++) {
        difference[i] = y[i / columns * k + i % k] - difference[i];
      }
      weigh(difference, worker, from, columns);
      return Matrix.of(Precision.DOUBLE, to - from, columns, difference);
    }
  }

  /** Puts a block of a gradient where the unknowns are. */
  record TakeGradient(Vector g, int block) implements SumTask<Boolean> {
    @Override
    public Boolean run(Worker worker, Matrices own) {
      VectorPart.orZero(worker, g).piece(worker, block).assign(own.get(0));
      return true;
    }
  }

  /**
   * v_b += d where the unknowns are, and fitted values += Z_b·d for all rows. Answers the seconds
   * that held-out rows took.
   */
  record Add(Vector v, Change change, int block, Matrix d) implements Task<Double> {
    @Override
    public Phase phase() {
      return Phase.RESIDUAL;
    }

    @Override
    public Double run(Worker worker) {
      VectorPart part = VectorPart.orZero(worker, v);
      change.apply(worker, part, block, d);
      add(worker, 0, worker.get(ShardState.TRAIN), part.fitted());
      long start = System.nanoTime();
      worker.meter().run(Phase.SCORING, () -> score(worker, part));
      return (System.nanoTime() - start) / 1e9;
    }

    private void score(Worker worker, VectorPart part) {
      List<Sample> heldOut = worker.get(ShardState.HELD_OUT);
      for (int i = 0; i < heldOut.size(); i++) {
        add(worker, i + 1, heldOut.get(i), part.scores().get(i));
      }
    }

    private void add(Worker worker, int number, Sample sample, Matrix out) {
      Precision precision = precision(worker);
      Blas blas = worker.backend().blas();
      try (Matrix step = d.copy(precision);
          Matrix part = Matrix.zeros(precision, ColumnStrips.STRIP, d.cols())) {
        forEachStrip(
            worker,
            number,
            sample,
            block,
            (i, z) -> {
              Matrix product = part.rows(0, z.rows());
              blas.gemm(false, false, 1, z, step, 0, product);
              out.rows(i, i + z.rows()).add(product);
            });
      }
    }
  }

  /** The worker's part of vᵀA·x for every x. */
  record Products(Vector v, List<Vector> others) implements Task<Matrix> {
    @Override
    public Phase phase() {
      return Phase.RESIDUAL;
    }

    @Override
    public Matrix run(Worker worker) {
      VectorPart part = VectorPart.of(worker, v);
      Penalty penalty = Penalty.of(worker);
      double[] weights = ShardState.weights(worker);
      Matrix products = Matrix.zeros(Precision.DOUBLE, others.size(), part.fitted().cols());
      for (int j = 0; j < others.size(); j++) {
        VectorPart other = VectorPart.of(worker, others.get(j));
        double[] row = ByColumn.dots(weights, part.fitted(), other.fitted());
        double[] penalties = penalty.product(part, other);
        for (int c = 0; c < row.length; c++) {
          row[c] += penalties[c];
        }
        products.write(j, j + 1, row);
      }
      return products;
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
      int k = worker.get(ShardState.TRAIN).y().cols();
      VectorPart u = VectorPart.orZero(worker, Vector.U);
      double[] penalty = Penalty.of(worker).product(u, u);
      BlockNorms norms = worker.get(BlockNorms.KEY);
      return IntStream.range(0, Shared.of(worker).ridges().size())
          .mapToObj(
              m ->
                  SystemTasks.fit(
                      worker,
                      m,
                      norms.residual2(m),
                      norms.target2(),
                      SystemTasks.member(penalty, m, k)))
          .toList();
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
      out.add(product);
    }
  }

  /** Gives a block's columns of all rows of a sample, strip after strip. */
  static void forEachStrip(
      Worker worker, int number, Sample sample, int block, ColumnStrips.Strip strip) {
    Shared shared = Shared.of(worker);
    int from = block * shared.settings().blockSize();
    int to = from + shared.blocks().size(block);
    strips(worker).forEachStrip(number, sample.x(), from, to, strip);
  }

  static ColumnStrips strips(Worker worker) {
    return worker.getOrMake(
        STRIPS,
        () ->
            new ColumnStrips(
                worker.get(ColumnSource.KEY),
                Shared.of(worker).settings().kernel(),
                precision(worker),
                worker.backend(),
                SystemTasks.cache(worker, precision(worker))));
  }

  static Precision precision(Worker worker) {
    return Shared.of(worker).elements();
  }

  static List<Class<?>> messages() {
    return new ArrayList<>(
        List.of(
            ColumnSource.Features.class,
            ColumnSource.Landmarks.class,
            Centres.class,
            BlockNorms.class,
            Begin.class,
            Gradient.class,
            TakeGradient.class,
            Add.class,
            Products.class,
            Evaluate.class));
  }
}
