package org.filbert.system;

import java.util.Arrays;
import java.util.List;
import org.filbert.data.Rows;
import org.filbert.data.Sample;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Eigensystem;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.ShardState;
import org.filbert.workers.Key;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/** What the workers do with batches of rows, whatever the system. */
final class RowBatchTasks {
  static final Key<Held> HELD = Key.stored("batch", Held.class);
  static final Key<Deflation> DEFLATION = Key.constant("deflation", Deflation.class);

  /** Rows up to which all eigenvalues are computed; of more rows a few by random sketches. */
  private static final int DENSE = 4096;

  private static final int MOST_OF_SKETCH = 1000;

  private RowBatchTasks() {}

  /** The batch at hand. */
  record Held(RowDraw draw, Rows x, double[] weights) {
    static Held of(RowBatch batch) {
      return new Held(batch.draw(), batch.rows().x(), batch.weights());
    }

    /** Where this worker's rows are among its own. */
    int[] places(Worker worker) {
      return draw.places(worker.index(), worker.get(ShardState.TRAIN).count());
    }
  }

  /**
   * A worker's part of a preconditioner.
   *
   * @param places of the sample's rows that are its own; none of features
   * @param vectors its unknowns' part of the eigenvectors, a column each
   * @param damping of each of them, for each ridge
   */
  record Deflation(int[] places, Matrix vectors, List<double[]> damping) {
    /** V·D·h for h = Vᵀ·g, with the D of each ridge. */
    Matrix correction(Matrix h, Backend backend) {
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

    /** Vᵀ·g. */
    Matrix project(Matrix g, Backend backend) {
      Matrix h = Matrix.zeros(Precision.DOUBLE, vectors.cols(), g.cols());
      backend.blas().gemm(true, false, 1, vectors, g, 0, h);
      return h;
    }
  }

  /**
   * Answers rows of the shard.
   *
   * @param own whether every row has an unknown of its own
   */
  record Fetch(RowDraw draw, boolean own) implements Task<RowBatch> {
    @Override
    public RowBatch run(Worker worker) {
      Sample all = worker.get(ShardState.TRAIN);
      double[] weights = ShardState.weights(worker);
      int[] places = draw.places(worker.index(), all.count());
      Matrix u = VectorPart.orZero(worker, Vector.U).elements();
      Matrix penalty = own ? RowBatch.select(u, places) : u.rows(0, 0);
      List<Double> ridges = Shared.of(worker).ridges();
      int k = u.cols() / ridges.size();
      for (int i = 0; i < penalty.rows(); i++) {
        double[] row = penalty.row(i);
        for (int c = 0; c < row.length; c++) {
          row[c] *= ridges.get(c / k) / weights[places[i]];
        }
        penalty.write(i, i + 1, row);
      }
      return RowBatch.of(draw, all, weights, penalty.copy(Precision.DOUBLE), places);
    }
  }

  /** Forgets what was made for an earlier system. */
  static void begin(Worker worker) {
    worker.remove(HELD);
    worker.remove(DEFLATION);
  }

  /** The largest eigenvalues of a Gram matrix, one more than vectors. */
  static Eigensystem decompose(Matrix gram, Rank rank, long seed, Backend backend) {
    int m = gram.rows();
    Eigensystem eigen =
        m <= DENSE
            ? Eigensystem.of(gram, backend)
            : Eigensystem.randomised(
                gram, Math.min(MOST_OF_SKETCH, rank.most(m) + 1), seed, backend);
    double roundoff = gram.precision() == Precision.SINGLE ? 0x1p-24 : 0x1p-53;
    int q = Math.min(rank.of(eigen.values(), m, roundoff), eigen.vectors().rows());
    double[] values = Arrays.copyOf(eigen.values(), q + 1); // a 0 after the last one
    try (Matrix vectors = eigen.vectors()) {
      return new Eigensystem(values, vectors.rows(0, q).copy(Precision.DOUBLE));
    }
  }

  /** Answers what the directions are damped by. */
  record Damping() implements Task<List<double[]>> {
    @Override
    public List<double[]> run(Worker worker) {
      return worker.get(DEFLATION).damping();
    }
  }

  /** Begins the fitted values of held-out rows with 0. */
  record ClearScores() implements Task<Boolean> {
    @Override
    public Boolean run(Worker worker) {
      VectorPart.orZero(worker, Vector.U).scores().forEach(Matrix::clear);
      return true;
    }
  }

  /** Row i times √w_i, in place. */
  static Matrix weighted(Matrix z, double[] weights) {
    return scaled(z, Arrays.stream(weights).map(Math::sqrt).toArray());
  }

  /** Row i by √w_i, in place. */
  static Matrix unweighted(Matrix z, double[] weights) {
    return scaled(z, Arrays.stream(weights).map(weight -> 1 / Math.sqrt(weight)).toArray());
  }

  private static Matrix scaled(Matrix z, double[] factors) {
    double[] row = new double[z.cols()];
    for (int i = 0; i < z.rows(); i++) {
      if (factors[i] != 1) {
        z.read(i, i + 1, row);
        for (int j = 0; j < row.length; j++) {
          row[j] *= factors[i];
        }
        z.write(i, i + 1, row);
      }
    }
    return z;
  }

  static List<Class<?>> messages() {
    return List.of(
        RowBatch.class,
        RowDraw.class,
        Rank.class,
        Eigensystem.class,
        Held.class,
        Deflation.class,
        Fetch.class,
        Damping.class,
        ClearScores.class);
  }

}
