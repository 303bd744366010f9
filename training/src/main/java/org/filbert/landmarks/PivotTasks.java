package org.filbert.landmarks;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.filbert.data.Rows;
import org.filbert.data.Sample;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelBlocks;
import org.filbert.kernel.Statistic;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.ShardState;
import org.filbert.workers.Action;
import org.filbert.workers.Key;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/** The workers' tasks on the residuals of a randomly pivoted Cholesky factorisation. */
final class PivotTasks {
  /** One row's residual, its chance of being the next pivot up to a factor; 0 once it is one. */
  static final Key<Matrix> RESIDUALS = Key.stored("pivotResiduals", Matrix.class);

  /** Residuals below this part of κ(x, x) are rounding errors; they are raised to it. */
  private static final double FLOOR = 1e-6;

  /** Part of the largest κ(x, x) that is added to the diagonal of the pivots' kernel matrix. */
  private static final double JITTER = 1e-8;

  private static final int CHUNK = 4096;

  private PivotTasks() {}

  /** Sets the residuals to κ(x, x), and counts the rows of the shard. */
  record Start(Kernel kernel) implements Task<Integer> {
    @Override
    public Integer run(Worker worker) {
      Rows x = worker.get(ShardState.TRAIN).x();
      Matrix residuals = Matrix.zeros(Precision.DOUBLE, x.count(), 1);
      for (int i = 0; i < x.count(); i++) {
        residuals.set(i, 0, Math.max(Double.MIN_NORMAL, diagonal(kernel, x, i)));
      }
      worker.put(RESIDUALS, residuals);
      return x.count();
    }
  }

  /**
   * Subtracts from the residuals of all rows the part that the fresh pivots explain.
   *
   * <p>With A = K_SS + jitter·I = L Lᵀ for all pivots S, the fresh ones last, and L' the last block
   * of L, that is ‖k(x)ᵀ A⁻¹ [0; L']‖² for each row x.
   *
   * @param pivots all pivots so far
   * @param fresh positions of the last of them
   */
  record Deflate(Kernel kernel, Rows pivots, long[] fresh) implements Action {
    @Override
    public void act(Worker worker) {
      Sample train = worker.get(ShardState.TRAIN);
      Matrix residuals = worker.get(RESIDUALS);
      try (Matrix u = explanation(worker);
          KernelBlocks blocks = new KernelBlocks(kernel, train.x().precision(), worker.backend())) {
        for (int from = 0; from < train.count(); from += CHUNK) {
          int to = Math.min(from + CHUNK, train.count());
          try (Matrix t = Matrix.zeros(Precision.DOUBLE, to - from, fresh.length)) {
            blocks.multiply(train.x().slice(from, to), pivots, u, t);
            lower(residuals, train.x(), from, t);
          }
        }
      }
      exclude(residuals, train.positions());
    }

    /** A⁻¹ [0; L']. */
    private Matrix explanation(Worker worker) {
      Blas blas = worker.backend().blas();
      int all = pivots.count();
      int old = all - fresh.length;
      Matrix u = Matrix.zeros(Precision.DOUBLE, all, fresh.length);
      try (Matrix a = Matrix.zeros(Precision.DOUBLE, all, all)) {
        try (KernelBlocks exact = new KernelBlocks(kernel, Precision.DOUBLE, worker.backend())) {
          exact.fill(pivots, pivots, a);
        }
        double largest = Double.MIN_NORMAL;
        for (int i = 0; i < all; i++) {
          largest = Math.max(largest, a.get(i, i));
        }
        for (int i = 0; i < all; i++) {
          a.set(i, i, a.get(i, i) + JITTER * largest);
        }
        blas.cholesky(a);
        for (int i = 0; i < fresh.length; i++) {
          for (int j = 0; j <= i; j++) {
            u.set(old + i, j, a.get(old + i, old + j));
          }
        }
        blas.solveCholesky(a, u);
      }
      return u;
    }

    private void lower(Matrix residuals, Rows x, int from, Matrix t) {
      for (int i = 0; i < t.rows(); i++) {
        double residual = residuals.get(from + i, 0);
        if (residual > 0) {
          double explained = Arrays.stream(t.row(i)).map(value -> value * value).sum();
          double floor = Math.max(Double.MIN_NORMAL, FLOOR * diagonal(kernel, x, from + i));
          residuals.set(from + i, 0, Math.max(residual - explained, floor));
        }
      }
    }

    private void exclude(Matrix residuals, long[] positions) {
      Set<Long> chosen = new HashSet<>();
      for (long position : fresh) {
        chosen.add(position);
      }
      for (int i = 0; i < positions.length; i++) {
        if (chosen.contains(positions[i])) {
          residuals.set(i, 0, 0);
        }
      }
    }
  }

  /** Forgets the residuals. */
  record Release() implements Action {
    @Override
    public void act(Worker worker) {
      worker.remove(RESIDUALS);
    }
  }

  private static double diagonal(Kernel kernel, Rows x, int i) {
    return kernel.of(kernel.statistic() == Statistic.DOT ? x.squaredNorms()[i] : 0);
  }
}
