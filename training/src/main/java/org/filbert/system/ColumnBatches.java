package org.filbert.system;

import java.util.Arrays;
import java.util.List;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.linalg.Eigensystem;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.system.equations.ColumnArithmetic;
import org.filbert.system.equations.PerRidge;
import org.filbert.system.equations.Rank;
import org.filbert.system.equations.RowBatch;
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
import org.filbert.workers.SumAction;
import org.filbert.workers.SumTask;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/**
 * Batches B of features: f = Z_B·w. Each worker computes the part of its own columns for all rows
 * of the batch. Rows count as √w_i·z(x_i). With eigenpairs (σ_i, v_i) of Z_S·Z_Sᵀ of the sample S,
 * e_i = Z_Sᵀ·v_i/√σ_i, and a batch of m rows changes w by
 *
 * <pre>
 *   g = Z_Bᵀ·c - (m/n)·ridge·w     w += a·(g - E·D·Eᵀ·g)
 * </pre>
 */
final class ColumnBatches extends RowBatches {
  private static final Key<Matrix> GRADIENT = Key.rebuilt("batchGradient", Matrix.class);

  ColumnBatches(SystemOnWorkers system, List<Integer> shards) {
    super(system, shards);
  }

  @Override
  public void learn(RowBatch batch, Matrix c, double[] a) {
    double share = batch.rows().count() / rows();
    workers().sum(new Project(c, share)).everywhere(new Learn(c, share, a));
  }

  @Override
  public Eigensystem decompose(RowBatch sample, Rank rank, long seed) {
    return workers().sum(new Gram(Held.of(sample))).at(0, new Decompose(rank, seed));
  }

  @Override
  public void deflate(RowBatch sample, Eigensystem eigen, List<double[]> d) {
    workers().gather(new TakeDeflation(Held.of(sample), eigen, d));
  }

  @Override
  public StepBounds measure(RowBatch batch) {
    Held rows = Held.of(batch);
    return workers().sum(new ProjectRows(rows)).at(0, new Measure(rows()));
  }

  /** The worker's part of g for the present batch. It is kept until the step is taken. */
  private static Matrix gradient(Worker worker, Matrix c, double share) {
    return worker.getOrMake(
        GRADIENT,
        () -> {
          Matrix g = BatchColumns.gradient(worker, c);
          double[] penalty =
              Arrays.stream(PerRidge.of(worker).ofColumns()).map(ridge -> -share * ridge).toArray();
          ColumnArithmetic.add(g, penalty, VectorPart.of(worker, Vector.U).elements());
          return g;
        });
  }

  /** The worker's part of Eᵀ·g. It has no rows if there are no eigenvectors. */
  @InPhase(Phase.RESIDUAL)
  record Project(Matrix c, double share) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      Matrix g = gradient(worker, c, share);
      return Matrices.of(worker.get(RowBatchTasks.DEFLATION).project(g, worker.backend()));
    }
  }

  /** w += a·(g - E·D·h) on the worker's own unknowns. */
  @InPhase(Phase.RESIDUAL)
  record Learn(Matrix c, double share, double[] a) implements SumAction {
    @Override
    public void act(Worker worker, Matrices sum) {
      Matrix w = VectorPart.of(worker, Vector.U).elements();
      Matrix g = gradient(worker, c, share);
      worker.get(RowBatchTasks.DEFLATION).deflate(g, sum.get(0), worker.backend());
      ColumnArithmetic.add(w, a, g);
      worker.remove(GRADIENT);
    }
  }

  /** The worker's part of Z_S·Z_Sᵀ. */
  @InPhase(Phase.FACTOR)
  record Gram(Held sample) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      try (BatchColumns columns = BatchColumns.of(worker, sample)) {
        return Matrices.of(columns.gram(sample.x().count(), worker));
      }
    }
  }

  /** One worker computes the eigensystem of a Gram matrix. */
  @InPhase(Phase.FACTOR)
  record Decompose(Rank rank, long seed) implements SumTask<Eigensystem> {
    @Override
    public Eigensystem run(Worker worker, Matrices sum) {
      return RowBatchTasks.decompose(sum.get(0), rank, seed, worker.backend());
    }
  }

  /** Keeps E = Z_Sᵀ·V·Σ^(-1/2) of the worker's own unknowns. */
  @InPhase(Phase.FACTOR)
  record TakeDeflation(Held sample, Eigensystem eigen, List<double[]> damping) implements Action {
    @Override
    public void act(Worker worker) {
      int q = eigen.vectors().rows();
      int m = sample.x().count();
      double[] scaled = new double[m * q];
      for (int j = 0; j < q; j++) {
        double[] v = eigen.vectors().row(j);
        for (int i = 0; i < m; i++) {
          scaled[i * q + j] = v[i] / Math.sqrt(eigen.values()[j]);
        }
      }
      try (BatchColumns columns = BatchColumns.of(worker, sample);
          Matrix turned = Matrix.of(Precision.DOUBLE, m, q, scaled)) {
        Matrix e = columns.multiplyTransposed(turned, worker.backend());
        worker.put(RowBatchTasks.DEFLATION, new Deflation(new int[0], e, damping));
      }
    }
  }

  /** The worker's part of Z·Zᵀ and of Z·E for some rows. */
  @InPhase(Phase.FACTOR)
  record ProjectRows(Held rows) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      try (BatchColumns columns = BatchColumns.of(worker, rows)) {
        Matrix e = worker.get(RowBatchTasks.DEFLATION).vectors();
        return Matrices.of(
            columns.gram(rows.x().count(), worker),
            columns.multiply(e, rows.x().count(), worker.backend()));
      }
    }
  }

  /** One worker measures Z·Zᵀ - Z·E·D·Eᵀ·Zᵀ; the penalty's ridge/n is in every direction. */
  @InPhase(Phase.FACTOR)
  record Measure(double n) implements SumTask<StepBounds> {
    @Override
    public StepBounds run(Worker worker, Matrices sum) {
      return RowBatchTasks.measure(worker, sum.get(0), sum.get(1), n);
    }
  }
}
