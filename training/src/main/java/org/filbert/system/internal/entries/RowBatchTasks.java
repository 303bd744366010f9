package org.filbert.system.internal.entries;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.filbert.data.RefusedException;
import org.filbert.data.Rows;
import org.filbert.data.Sample;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Backend;
import org.filbert.linalg.EigenException;
import org.filbert.linalg.Eigensystem;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.ShardState;
import org.filbert.system.equations.ColumnArithmetic;
import org.filbert.system.equations.PerRidge;
import org.filbert.system.equations.Rank;
import org.filbert.system.equations.RowBatch;
import org.filbert.system.equations.RowDraw;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.StepBounds;
import org.filbert.system.equations.SystemSettings;
import org.filbert.system.equations.Vector;
import org.filbert.system.equations.VectorPart;
import org.filbert.workers.Key;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/** The workers' tasks on batches of rows of any system. */
public final class RowBatchTasks {
  public static final Key<Held> HELD = Key.stored("batch", Held.class);
  public static final Key<Deflation> DEFLATION = Key.constant("deflation", Deflation.class);

  private static final Key<KernelBlocks> TILES = Key.rebuilt("batchTiles", KernelBlocks.class);

  /**
   * Most rows for which all eigenvalues are computed. For more rows a random sketch gives a few of
   * them.
   */
  private static final int DENSE = 4096;

  private static final int MOST_OF_SKETCH = 1000;
  private static final int POWER_ITERATIONS = 50;

  private RowBatchTasks() {}

  /** The present batch. */
  public record Held(RowDraw draw, Rows x, double[] weights) {
    public static Held of(RowBatch batch) {
      return new Held(batch.draw(), batch.rows().x(), batch.weights());
    }

    /** Places of the worker's rows of the batch in its shard. */
    public int[] places(Worker worker) {
      return draw.places(worker.index(), worker.get(ShardState.TRAIN).count());
    }
  }

  /**
   * A worker's part of a preconditioner.
   *
   * @param places of the sample's rows in the worker's shard; empty for features
   * @param vectors the eigenvectors' rows for the worker's unknowns, a column for each eigenvector
   * @param damping D of each eigenvector, for each ridge
   */
  public record Deflation(int[] places, Matrix vectors, List<double[]> damping) {
    /** V·D·h for h = Vᵀ·g, with the D of each ridge. */
    public Matrix correction(Matrix h, Backend backend) {
      int k = h.cols() / damping.size();
      double[] values = h.toArray();
      for (int at = 0; at < values.length; at++) {
        values[at] *= damping.get(at % h.cols() / k)[at / h.cols()];
      }
      Matrix correction = Matrix.zeros(Precision.DOUBLE, vectors.rows(), h.cols());
      try (Matrix damped = Matrix.of(Precision.DOUBLE, h.rows(), h.cols(), values)) {
        backend.blas().gemm(false, false, 1, vectors, damped, 0, correction);
      }
      return correction;
    }

    /** g ← g - V·D·h, without a change if there are no vectors. */
    public void deflate(Matrix g, Matrix h, Backend backend) {
      if (vectors.cols() > 0) {
        try (Matrix correction = correction(h, backend)) {
          ColumnArithmetic.add(g, -1, correction);
        }
      }
    }

    /** Vᵀ·g; no rows if there are no vectors. */
    public Matrix project(Matrix g, Backend backend) {
      Matrix h = Matrix.zeros(Precision.DOUBLE, vectors.cols(), g.cols());
      if (vectors.cols() == 0) {
        return h;
      }
      backend.blas().gemm(true, false, 1, vectors, g, 0, h);
      return h;
    }
  }

  /**
   * Answers rows of the shard.
   *
   * @param own whether every row has an unknown of its own
   */
  public record Fetch(RowDraw draw, boolean own) implements Task<RowBatch> {
    @Override
    public RowBatch run(Worker worker) {
      Sample all = worker.get(ShardState.TRAIN);
      double[] weights = ShardState.weights(worker);
      int[] places = draw.places(worker.index(), all.count());
      PerRidge layout = PerRidge.of(worker);
      if (!own) {
        Matrix none = Matrix.zeros(Precision.DOUBLE, 0, layout.columns());
        return RowBatch.of(draw, all, weights, none, places);
      }
      Matrix u = VectorPart.orZero(worker, Vector.U).elements();
      Matrix penalty = u.select(places);
      double[] ridge = layout.ofColumns();
      for (int i = 0; i < penalty.rows(); i++) {
        double[] row = penalty.row(i);
        for (int c = 0; c < row.length; c++) {
          row[c] *= ridge[c] / weights[places[i]];
        }
        penalty.write(i, i + 1, row);
      }
      return RowBatch.of(draw, all, weights, penalty.copy(Precision.DOUBLE), places);
    }

    @Override
    public boolean readsConstants() {
      return !own;
    }
  }

  /** Computes kernel values in the precision of the settings. */
  public static KernelBlocks tiles(Worker worker) {
    SystemSettings settings = Shared.of(worker).settings();
    return worker.getOrMake(
        TILES, () -> new KernelBlocks(settings.kernel(), settings.precision(), worker.backend()));
  }

  /** The largest eigenvalues of a Gram matrix and their vectors, one vector fewer. */
  public static Eigensystem decompose(Matrix gram, Rank rank, long seed, Backend backend) {
    int m = gram.rows();
    Eigensystem eigen = largest(gram, rank.most(m) + 1, seed, backend);
    int q = rank.of(eigen.values(), m, gram.precision().roundoff());
    double[] values = Arrays.copyOf(eigen.values(), q + 1);
    try (Matrix vectors = eigen.vectors()) {
      return new Eigensystem(values, vectors.rows(0, q).copy(Precision.DOUBLE));
    }
  }

  private static Eigensystem largest(Matrix gram, int count, long seed, Backend backend) {
    try {
      return gram.rows() <= DENSE
          ? Eigensystem.of(gram, backend)
          : Eigensystem.randomised(gram, Math.min(MOST_OF_SKETCH, count), seed, backend);
    } catch (EigenException e) {
      throw new RefusedException(
          e.getMessage()
              + "; it is that of a sample of rows, whose values have left the range of numbers;"
              + " what helps: a scaling, or precision: double",
          e);
    }
  }

  /**
   * Measures m rows after preconditioning.
   *
   * @param gram inner products of the rows, m × m
   * @param projections of the rows, m × q; the preconditioner subtracts their damped squares
   * @param diagonals what is added to the diagonal, for each ridge
   * @param shifts what is added to every direction, for each ridge
   */
  public static StepBounds measure(
      Worker worker,
      Matrix gram,
      Matrix projections,
      List<double[]> diagonals,
      List<Double> shifts) {
    List<double[]> damping = worker.get(DEFLATION).damping();
    List<Double> norms = new ArrayList<>();
    List<Double> largest = new ArrayList<>();
    int m = gram.rows();
    for (int ridge = 0; ridge < diagonals.size(); ridge++) {
      double[] damped = projections.toArray();
      for (int at = 0; at < damped.length; at++) {
        damped[at] *= Math.sqrt(damping.get(ridge)[at % projections.cols()]);
      }
      try (Matrix rest = gram.copy(gram.precision());
          Matrix b = Matrix.of(gram.precision(), m, projections.cols(), damped)) {
        worker.backend().blas().gemm(false, true, -1, b, b, 1, rest);
        double norm = 0;
        for (int i = 0; i < m; i++) {
          norm = Math.max(norm, rest.get(i, i) + diagonals.get(ridge)[i]);
          rest.set(i, i, 0);
        }
        norms.add(norm + shifts.get(ridge));
        largest.add(largest(rest, worker.backend()) / m + shifts.get(ridge));
      }
    }
    return new StepBounds(norms, largest);
  }

  /** The same for features, where the penalty's ridge/n is in every direction. */
  public static StepBounds measure(Worker worker, Matrix gram, Matrix projections, double n) {
    List<Double> ridges = Shared.of(worker).ridges();
    return measure(
        worker,
        gram,
        projections,
        ridges.stream().map(ridge -> new double[gram.rows()]).toList(),
        ridges.stream().map(ridge -> ridge / n).toList());
  }

  /** The largest eigenvalue, by power iterations from a vector of many directions. */
  private static double largest(Matrix a, Backend backend) {
    int m = a.rows();
    double[] v = new double[m];
    for (int i = 0; i < m; i++) {
      v[i] = (i % 3 + 1) * (i % 2 == 0 ? 1 : -0.5);
    }
    double value = 0;
    for (int iteration = 0; iteration < POWER_ITERATIONS; iteration++) {
      double norm = Math.sqrt(Arrays.stream(v).map(x -> x * x).sum());
      if (norm == 0) {
        return 0;
      }
      double[] unit = Arrays.stream(v).map(x -> x / norm).toArray();
      try (Matrix from = Matrix.of(a.precision(), m, 1, unit);
          Matrix to = Matrix.zeros(a.precision(), m, 1)) {
        backend.blas().gemm(false, false, 1, a, from, 0, to);
        v = to.toArray();
      }
      value = Math.sqrt(Arrays.stream(v).map(x -> x * x).sum());
    }
    return value;
  }
}
