package org.filbert.system;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.cost.Phase;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Eigensystem;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.system.RowBatchTasks.Deflation;
import org.filbert.system.RowBatchTasks.Held;
import org.filbert.workers.Key;
import org.filbert.workers.Matrices;
import org.filbert.workers.SumTask;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/**
 * Batches B of features: f = Z_B·w, each worker by the columns that are its own, for all rows of
 * the batch. Rows count as √w_i·z(x_i). With eigenpairs (σ_i, v_i) of Z_S·Z_Sᵀ of the sample S of M
 * rows, λ_i = σ_i/M + ridge/n and e_i = Z_Sᵀ·v_i/√σ_i, and a batch of m rows changes w by
 *
 * <pre>
 *   g = Z_Bᵀ·c - (m/n)·ridge·w     w += a·(g - E·D·Eᵀ·g)     D_i = 1 - λ_{q+1}/(4·λ_i)
 * </pre>
 */
final class ColumnBatches implements RowBatches {
  private static final double TAU = 0.25;
  private static final Key<Columns> COLUMNS = Key.rebuilt("batchColumns", Columns.class);

  private final Vectors vectors;
  private final List<Integer> shards;
  private final Workers workers;

  ColumnBatches(Vectors vectors, List<Integer> shards) {
    this.vectors = vectors;
    this.shards = shards;
    this.workers = vectors.workers();
  }

  @Override
  public List<Integer> shards() {
    return shards;
  }

  private double rows() {
    return shards.stream().mapToDouble(Integer::doubleValue).sum();
  }

  @Override
  public RowBatch fetch(RowDraw draw) {
    return RowBatch.concat(draw, workers.gather(new RowBatchTasks.Fetch(draw, false)));
  }

  @Override
  public Matrix predict(RowBatch batch) {
    return workers.sum(new Predict(Held.of(batch))).get().get(0);
  }

  @Override
  public void learn(RowBatch batch, Matrix c, double[] a) {
    double share = batch.rows().count() / rows();
    workers.sum(new Project(c, share)).everywhere(new Learn(c, share, a));
  }

  @Override
  public Spectrum precondition(RowBatch sample, Rank rank, long seed) {
    Held held = Held.of(sample);
    Eigensystem eigen = workers.sum(new Gram(held)).at(0, new Decompose(rank, seed));
    double m = sample.rows().count();
    int q = eigen.vectors().rows();
    List<double[]> damping = new ArrayList<>();
    List<Double> first = new ArrayList<>();
    List<Double> next = new ArrayList<>();
    for (double ridge : vectors.shared().ridges()) {
      double[] values =
          Arrays.stream(eigen.values()).map(v -> Math.max(0, v) / m + ridge / rows()).toArray();
      damping.add(Arrays.stream(values, 0, q).map(value -> 1 - TAU * values[q] / value).toArray());
      first.add(values[0]);
      next.add(values[q]);
    }
    workers.gather(new TakeDeflation(held, eigen, damping));
    return new Spectrum(q, first, next);
  }

  @Override
  public Extent measure(RowBatch batch) {
    Held rows = Held.of(batch);
    return workers.sum(new ProjectRows(rows)).at(0, new Measure(rows()));
  }

  /** Forgets what was made for an earlier system. */
  static void begin(Worker worker) {
    worker.remove(COLUMNS);
    RowBatchTasks.begin(worker);
  }

  /** √w_i·z(x_i) of a batch, the columns that are a worker's own, block after block. */
  private record Columns(RowDraw draw, List<Matrix> blocks) implements AutoCloseable {
    static Columns of(Worker worker, Held batch) {
      Blocks blocks = Shared.of(worker).blocks();
      List<Matrix> own = new ArrayList<>();
      for (int block : blocks.at(worker.index()).toArray()) {
        Matrix z =
            Matrix.zeros(ColumnTasks.precision(worker), batch.x().count(), blocks.size(block));
        ((DenseColumns) ColumnTasks.rows(worker)).fill(batch.x(), block, z);
        own.add(RowBatchTasks.weighted(z, batch.weights()));
      }
      return new Columns(batch.draw(), own);
    }

    /** Those of the batch at hand, as they are kept, or made again. */
    static Columns atHand(Worker worker) {
      return worker.getOrMake(COLUMNS, () -> of(worker, worker.get(RowBatchTasks.HELD)));
    }

    /** Z·v for the worker's own elements of v. */
    Matrix multiply(Matrix v, int rows, Backend backend) {
      Matrix out = Matrix.zeros(Precision.DOUBLE, rows, v.cols());
      int at = 0;
      for (Matrix z : blocks) {
        try (Matrix step = v.rows(at, at + z.cols()).copy(z.precision());
            Matrix part = Matrix.zeros(z.precision(), rows, v.cols())) {
          backend.blas().gemm(false, false, 1, z, step, 0, part);
          out.add(part);
        }
        at += z.cols();
      }
      return out;
    }

    /** Zᵀ·c. */
    Matrix multiplyTransposed(Matrix c, Backend backend) {
      Matrix out =
          Matrix.zeros(Precision.DOUBLE, blocks.stream().mapToInt(Matrix::cols).sum(), c.cols());
      int at = 0;
      for (Matrix z : blocks) {
        try (Matrix rounded = c.copy(z.precision());
            Matrix product = Matrix.zeros(z.precision(), z.cols(), c.cols())) {
          backend.blas().gemm(true, false, 1, z, rounded, 0, product);
          out.rows(at, at + z.cols()).add(product);
        }
        at += z.cols();
      }
      return out;
    }

    /** Z·Zᵀ. */
    Matrix gram(int rows, Worker worker) {
      Matrix gram = Matrix.zeros(ColumnTasks.precision(worker), rows, rows);
      blocks.forEach(z -> worker.backend().blas().gemm(false, true, 1, z, z, 1, gram));
      return gram;
    }

    @Override
    public void close() {
      blocks.forEach(Matrix::close);
    }
  }

  /** The worker's part of Z_B·w, with B at hand from now on. */
  record Predict(Held batch) implements Task<Matrices> {
    @Override
    public Phase phase() {
      return Phase.RESIDUAL;
    }

    @Override
    public Matrices run(Worker worker) {
      worker.remove(COLUMNS);
      worker.put(RowBatchTasks.HELD, batch);
      Matrix w = VectorPart.orZero(worker, Vector.U).elements();
      Matrix f = Columns.atHand(worker).multiply(w, batch.x().count(), worker.backend());
      return Matrices.of(RowBatchTasks.unweighted(f, batch.weights()));
    }
  }

  /** The worker's part of g for the batch at hand. */
  private static Matrix gradient(Worker worker, Matrix c, double share) {
    Held batch = worker.get(RowBatchTasks.HELD);
    Matrix g;
    try (Matrix weighted = RowBatchTasks.weighted(c.copy(c.precision()), batch.weights())) {
      g = Columns.atHand(worker).multiplyTransposed(weighted, worker.backend());
    }
    List<Double> ridges = Shared.of(worker).ridges();
    double[] penalty = new double[c.cols()];
    Arrays.setAll(penalty, j -> -share * ridges.get(j / (c.cols() / ridges.size())));
    ByColumn.add(g, penalty, VectorPart.of(worker, Vector.U).elements());
    return g;
  }

  /** The worker's part of Eᵀ·g; no rows if nothing is corrected. */
  record Project(Matrix c, double share) implements Task<Matrices> {
    @Override
    public Phase phase() {
      return Phase.RESIDUAL;
    }

    @Override
    public Matrices run(Worker worker) {
      Deflation deflation = worker.get(RowBatchTasks.DEFLATION);
      if (deflation.vectors().cols() == 0) {
        return Matrices.of(Matrix.zeros(Precision.DOUBLE, 0, c.cols()));
      }
      try (Matrix g = gradient(worker, c, share)) {
        return Matrices.of(deflation.project(g, worker.backend()));
      }
    }
  }

  /** w += a·(g - E·D·h) on the worker's own unknowns. */
  record Learn(Matrix c, double share, double[] a) implements SumTask<Boolean> {
    @Override
    public Phase phase() {
      return Phase.RESIDUAL;
    }

    @Override
    public Boolean run(Worker worker, Matrices sum) {
      Deflation deflation = worker.get(RowBatchTasks.DEFLATION);
      Matrix w = VectorPart.of(worker, Vector.U).elements();
      try (Matrix g = gradient(worker, c, share)) {
        if (deflation.vectors().cols() > 0) {
          try (Matrix correction = deflation.correction(sum.get(0), worker.backend())) {
            ByColumn.add(g, -1, correction);
          }
        }
        ByColumn.add(w, a, g);
      }
      return true;
    }
  }

  /** The worker's part of Z_S·Z_Sᵀ. */
  record Gram(Held sample) implements Task<Matrices> {
    @Override
    public Phase phase() {
      return Phase.FACTOR;
    }

    @Override
    public Matrices run(Worker worker) {
      try (Columns columns = Columns.of(worker, sample)) {
        return Matrices.of(columns.gram(sample.x().count(), worker));
      }
    }
  }

  /** One worker computes the eigensystem of a Gram matrix. */
  record Decompose(Rank rank, long seed) implements SumTask<Eigensystem> {
    @Override
    public Phase phase() {
      return Phase.FACTOR;
    }

    @Override
    public Eigensystem run(Worker worker, Matrices sum) {
      return RowBatchTasks.decompose(sum.get(0), rank, seed, worker.backend());
    }
  }

  /** Keeps E = Z_Sᵀ·V·Σ^(-1/2) of the worker's own unknowns. */
  record TakeDeflation(Held sample, Eigensystem eigen, List<double[]> damping)
      implements Task<Boolean> {
    @Override
    public Phase phase() {
      return Phase.FACTOR;
    }

    @Override
    public Boolean run(Worker worker) {
      int q = eigen.vectors().rows();
      int m = sample.x().count();
      double[] scaled = new double[m * q];
      for (int j = 0; j < q; j++) {
        double[] v = eigen.vectors().row(j);
        for (int i = 0; i < m; i++) {
          scaled[i * q + j] = v[i] / Math.sqrt(eigen.values()[j]);
        }
      }
      try (Columns columns = Columns.of(worker, sample);
          Matrix turned = Matrix.of(Precision.DOUBLE, m, q, scaled)) {
        Matrix e = columns.multiplyTransposed(turned, worker.backend());
        worker.put(RowBatchTasks.DEFLATION, new Deflation(new int[0], e, damping));
      }
      return true;
    }
  }

  /** The worker's part of Z·Zᵀ and of Z·E, of some rows. */
  record ProjectRows(Held rows) implements Task<Matrices> {
    @Override
    public Phase phase() {
      return Phase.FACTOR;
    }

    @Override
    public Matrices run(Worker worker) {
      try (Columns columns = Columns.of(worker, rows)) {
        Matrix e = worker.get(RowBatchTasks.DEFLATION).vectors();
        return Matrices.of(
            columns.gram(rows.x().count(), worker),
            columns.multiply(e, rows.x().count(), worker.backend()));
      }
    }
  }

  /** One worker measures Z·Zᵀ - Z·E·D·Eᵀ·Zᵀ; the penalty's ridge/n is in every direction. */
  record Measure(double n) implements SumTask<Extent> {
    @Override
    public Phase phase() {
      return Phase.FACTOR;
    }

    @Override
    public Extent run(Worker worker, Matrices sum) {
      List<Double> ridges = Shared.of(worker).ridges();
      int m = sum.get(0).rows();
      Extent rest =
          RowBatchTasks.measure(
              worker, sum.get(0), sum.get(1), ridges.stream().map(r -> new double[m]).toList());
      return new Extent(plus(rest.norm(), ridges), plus(rest.largest(), ridges));
    }

    private List<Double> plus(List<Double> values, List<Double> ridges) {
      return IntStream.range(0, values.size())
          .mapToObj(i -> values.get(i) + ridges.get(i) / n)
          .toList();
    }
  }

  static List<Class<?>> messages() {
    return List.of(
        Predict.class,
        Project.class,
        Learn.class,
        Gram.class,
        Decompose.class,
        TakeDeflation.class,
        ProjectRows.class,
        Measure.class);
  }
}
