package org.filbert.system;

import java.util.Arrays;
import java.util.List;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Eigensystem;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.linalg.SpdFactor;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.ColumnArithmetic;
import org.filbert.system.equations.ColumnSource;
import org.filbert.system.equations.Diagonal;
import org.filbert.system.equations.PerRidge;
import org.filbert.system.equations.Rank;
import org.filbert.system.equations.RowBatch;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.StepBounds;
import org.filbert.system.equations.Vector;
import org.filbert.system.equations.VectorPart;
import org.filbert.system.internal.entries.BatchColumns;
import org.filbert.system.internal.entries.RowBatchTasks;
import org.filbert.system.internal.entries.RowBatchTasks.Deflation;
import org.filbert.system.internal.entries.RowBatchTasks.Held;
import org.filbert.workers.Action;
import org.filbert.workers.Key;
import org.filbert.workers.Matrices;
import org.filbert.workers.SumTask;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/**
 * Batches B of the kernel columns of p centres C, as in EigenPro 3 (Abedsoltan, Belkin, Pandit,
 * Toward large kernel models, 2023): f = K_BC·α, and a step in the kernel's space is projected onto
 * the span of the centres. With the penalty's matrix Q = K_CC + γI, this is EigenPro on the
 * features Q^(-1/2)·K_Cx, where w is Q^(1/2)·α. With eigenpairs (σ_i, v_i) of K_SC·Q⁻¹·K_CS of the
 * sample S and E = Q⁻¹·K_CS·V·Σ^(-1/2), a batch of m rows changes α by
 *
 * <pre>
 *   g = Q⁻¹·K_CB·c - (m/n)·ridge·α     α += a·(g - E·D·(QE)ᵀ·g)
 * </pre>
 *
 * <p>One worker has the Cholesky factor of Q, p × p, and E. It receives the gradient of the p
 * unknowns and sends their change.
 */
final class CentreBatches extends RowBatches {
  private static final int HOME = 0;
  private static final Key<SpdFactor> METRIC = Key.rebuilt("batchMetric", SpdFactor.class);

  /** QE, where {@link RowBatchTasks#DEFLATION} is E. */
  private static final Key<Deflation> DUAL = Key.constant("dualDeflation", Deflation.class);

  CentreBatches(SystemOnWorkers system, List<Integer> shards) {
    super(system, shards);
  }

  @Override
  public void learn(RowBatch batch, Matrix c, double[] a) {
    double share = batch.rows().count() / rows();
    Matrix change = workers().sum(new Gradient(c)).at(HOME, new Project(share));
    workers().gather(new Add(change, a));
  }

  @Override
  public Eigensystem decompose(RowBatch sample, Rank rank, long seed) {
    double[] values = workers().at(HOME, new Decompose(Held.of(sample), rank, seed));
    return new Eigensystem(values, Matrix.zeros(Precision.DOUBLE, 0, sample.rows().count()));
  }

  @Override
  public void deflate(RowBatch sample, Eigensystem eigen, List<double[]> d) {
    workers().at(HOME, new TakeDamping(d));
  }

  @Override
  public StepBounds measure(RowBatch batch) {
    return workers().at(HOME, new Measure(Held.of(batch), rows()));
  }

  /** Q⁻¹ */
  private static SpdFactor metric(Worker worker) {
    double identity = worker.get(ColumnSource.KEY).identity();
    return worker.getOrMake(METRIC, () -> LandmarkPreconditioner.factor(worker, identity));
  }

  private static KernelBlocks tiles(Worker worker) {
    return new KernelBlocks(kernel(worker), Precision.DOUBLE, worker.backend());
  }

  private static Kernel kernel(Worker worker) {
    return Shared.of(worker).settings().kernel();
  }

  /** √w_i·K(C, x_i), p × m, in the order of the blocks. */
  private static Matrix columns(Worker worker, Held batch) {
    ColumnSource.Landmarks centres = (ColumnSource.Landmarks) worker.get(ColumnSource.KEY);
    Matrix k = Matrix.zeros(Precision.DOUBLE, centres.count(), batch.x().count());
    try (KernelBlocks tiles = tiles(worker)) {
      tiles.fill(centres.rows(), batch.x(), k);
    }
    new Diagonal(batch.weights()).root().multiplyFromRight(k);
    return k;
  }

  /** K_CB·c of the worker's own unknowns, and the unknowns themselves, in worker order. */
  @InPhase(Phase.RESIDUAL)
  record Gradient(Matrix c) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      Shared shared = Shared.of(worker);
      int p = (int) shared.blocks().unknowns();
      boolean ridge = shared.ridges().stream().anyMatch(value -> value > 0);
      Matrix g = Matrix.zeros(Precision.DOUBLE, p, c.cols());
      Matrix u = Matrix.zeros(Precision.DOUBLE, ridge ? p : 0, c.cols());
      int from = shared.blocks().first(worker.index());
      int to = from + shared.blocks().own(worker.index());
      try (Matrix own = BatchColumns.gradient(worker, c)) {
        g.rows(from, to).assign(own);
      }
      if (ridge) {
        u.rows(from, to).assign(VectorPart.of(worker, Vector.U).elements());
      }
      return Matrices.of(g, u);
    }
  }

  /** g - E·D·(QE)ᵀ·g. */
  @InPhase(Phase.SOLVE)
  record Project(double share) implements SumTask<Matrix> {
    @Override
    public Matrix run(Worker worker, Matrices sum) {
      Blocks blocks = Shared.of(worker).blocks();
      Matrix g = blocks.byBlock(sum.get(0)).copy(Precision.DOUBLE);
      metric(worker).solve(g);
      if (sum.get(1).rows() > 0) {
        double[] penalty =
            Arrays.stream(PerRidge.of(worker).ofColumns()).map(ridge -> share * ridge).toArray();
        ColumnArithmetic.subtract(g, penalty, blocks.byBlock(sum.get(1)));
      }
      try (Matrix h = worker.get(DUAL).project(g, worker.backend())) {
        worker.get(RowBatchTasks.DEFLATION).deflate(g, h, worker.backend());
      }
      return blocks.byWorker(g);
    }
  }

  /** α += a·change on the worker's own unknowns. */
  record Add(Matrix change, double[] a) implements Action {
    @Override
    public void act(Worker worker) {
      Blocks blocks = Shared.of(worker).blocks();
      int from = blocks.first(worker.index());
      ColumnArithmetic.add(
          VectorPart.of(worker, Vector.U).elements(),
          a,
          change.rows(from, from + blocks.own(worker.index())));
    }
  }

  /** Makes E and QE of a sample; answers σ. */
  @InPhase(Phase.FACTOR)
  record Decompose(Held sample, Rank rank, long seed) implements Task<double[]> {
    @Override
    public double[] run(Worker worker) {
      int m = sample.x().count();
      try (Matrix k = columns(worker, sample);
          Matrix solved = k.copy(Precision.DOUBLE);
          Matrix gram = Matrix.zeros(Precision.DOUBLE, m, m)) {
        metric(worker).solve(solved);
        worker.backend().blas().gemm(true, false, 1, k, solved, 0, gram);
        Eigensystem eigen = RowBatchTasks.decompose(gram, rank, seed, worker.backend());
        keep(worker, RowBatchTasks.DEFLATION, solved, eigen);
        keep(worker, DUAL, k, eigen);
        return eigen.values();
      }
    }

    /** Keeps k·V·Σ^(-1/2), without D. */
    private static void keep(Worker worker, Key<Deflation> key, Matrix k, Eigensystem eigen) {
      int q = eigen.vectors().rows();
      Matrix e = Matrix.zeros(Precision.DOUBLE, k.rows(), q);
      if (q > 0) {
        worker.backend().blas().gemm(false, true, 1, k, eigen.vectors(), 0, e);
        new Diagonal(Arrays.copyOf(eigen.values(), q)).root().inverse(1).multiplyFromRight(e);
      }
      worker.put(key, new Deflation(new int[0], e, List.of()));
    }
  }

  /** Keeps D with E and QE. */
  record TakeDamping(List<double[]> d) implements Action {
    @Override
    public void act(Worker worker) {
      for (Key<Deflation> key : List.of(RowBatchTasks.DEFLATION, DUAL)) {
        worker.put(key, new Deflation(new int[0], worker.get(key).vectors(), d));
      }
    }
  }

  /** Measures some rows after preconditioning. The penalty adds ridge/n in every direction. */
  @InPhase(Phase.FACTOR)
  record Measure(Held rows, double n) implements Task<StepBounds> {
    @Override
    public StepBounds run(Worker worker) {
      Blas blas = worker.backend().blas();
      int m = rows.x().count();
      Matrix dual = worker.get(DUAL).vectors();
      try (Matrix k = columns(worker, rows);
          Matrix solved = k.copy(Precision.DOUBLE);
          Matrix gram = Matrix.zeros(Precision.DOUBLE, m, m);
          Matrix projections = Matrix.zeros(Precision.DOUBLE, m, dual.cols())) {
        metric(worker).solve(solved);
        blas.gemm(true, false, 1, k, solved, 0, gram);
        if (dual.cols() > 0) {
          blas.gemm(true, false, 1, solved, dual, 0, projections);
        }
        return RowBatchTasks.measure(worker, gram, projections, n);
      }
    }
  }
}
