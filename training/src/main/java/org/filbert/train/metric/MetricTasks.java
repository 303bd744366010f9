package org.filbert.train.metric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.Sample;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Eigensystem;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.LearnedMetric;
import org.filbert.shard.ShardState;
import org.filbert.workers.Action;
import org.filbert.workers.Key;
import org.filbert.workers.Matrices;
import org.filbert.workers.SumAction;
import org.filbert.workers.SumTask;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/** The workers' tasks of a {@link MetricSearch}. */
public final class MetricTasks {
  private static final Key<Matrix> PRODUCTS = Key.stored("gradient products", Matrix.class);
  private static final Key<Matrix> SQUARES = Key.stored("gradient squares", Matrix.class);
  private static final Key<Matrix> SUMS = Key.stored("gradient sums", Matrix.class);

  private MetricTasks() {}

  /**
   * Maps the rows of the shard, as they were encoded, to M^½·x.
   *
   * @param root M^½; empty for the rows as they were encoded
   */
  record MapRows(double[] root) implements Action {
    @Override
    public void act(Worker worker) {
      List<Sample> unmapped = worker.getOrMake(ShardState.UNMAPPED, () -> samples(worker));
      List<Sample> mapped =
          root.length == 0
              ? unmapped
              : unmapped.stream()
                  .map(sample -> sample.withRows(LearnedMetric.map(root, sample.x())))
                  .toList();
      worker.put(ShardState.TRAIN, mapped.get(0));
      worker.put(ShardState.HELD_OUT, mapped.subList(1, mapped.size()));
    }

    private static List<Sample> samples(Worker worker) {
      List<Sample> samples = new ArrayList<>(List.of(worker.get(ShardState.TRAIN)));
      samples.addAll(worker.get(ShardState.HELD_OUT));
      return List.copyOf(samples);
    }
  }

  /** Takes all rows back, as they were encoded. */
  record TakeAll() implements Action {
    @Override
    public void act(Worker worker) {
      List<Sample> unmapped = worker.find(ShardState.UNMAPPED);
      if (unmapped != null) {
        worker.put(ShardState.TRAIN, unmapped.get(0));
        worker.put(ShardState.HELD_OUT, unmapped.subList(1, unmapped.size()));
        worker.remove(ShardState.UNMAPPED);
      }
      ShardState.takeAll(worker);
    }
  }

  /** Holds the rows at the given positions back from the solutions that follow. */
  record HoldBack(long[] positions) implements Action {
    /**
     * What the weight of such a row is multiplied by: its coefficient becomes nearly 0, and the
     * system stays as well conditioned as single precision needs.
     */
    private static final double NOTHING = 1e-6;

    @Override
    public void act(Worker worker) {
      Set<Long> held = Arrays.stream(positions).boxed().collect(Collectors.toSet());
      long[] own = worker.get(ShardState.TRAIN).positions();
      double[] weights = ShardState.fullWeights(worker).clone();
      for (int i = 0; i < own.length; i++) {
        weights[i] *= held.contains(own[i]) ? NOTHING : 1;
      }
      ShardState.setPartialWeights(worker, weights);
      ShardState.setLearned(
          worker,
          Arrays.stream(own).filter(position -> !held.contains(position)).sorted().toArray());
    }
  }

  /** Lets all rows count again. */
  public record Release() implements Action {
    @Override
    public void act(Worker worker) {
      ShardState.setFullWeights(worker);
    }
  }

  /**
   * Adds gradients of some rows, one after the other for the outputs of a row, to the worker's sums
   * Σ ∇f_c (k × d) and Σ ∇f·∇fᵀ (d × d; without {@code full} its diagonal, 1 × d).
   *
   * @param diagonal whether the diagonal is added up beside the matrix, as it is without {@code
   *     full}: a metric has the same bits then
   */
  @InPhase(Phase.GRADIENT)
  record Accumulate(int k, boolean full, boolean diagonal) implements SumAction {
    @Override
    public void act(Worker worker, Matrices sum) {
      Matrix gradients = sum.get(0);
      int d = gradients.cols() / k;
      Matrix sums = worker.getOrMake(SUMS, () -> Matrix.zeros(Precision.DOUBLE, k, d));
      Matrix products =
          worker.getOrMake(PRODUCTS, () -> Matrix.zeros(Precision.DOUBLE, full ? d : 1, d));
      double[] total = sums.toArray();
      double[] row = new double[k * d];
      for (int i = 0; i < gradients.rows(); i++) {
        gradients.read(i, i + 1, row);
        for (int at = 0; at < row.length; at++) {
          total[at] += row[at];
        }
      }
      sums.write(0, k, total);
      if (!full) {
        products.write(0, 1, withSquares(gradients, products.row(0), d));
      } else if (diagonal) {
        Matrix beside = worker.getOrMake(SQUARES, () -> Matrix.zeros(Precision.DOUBLE, 1, d + 1));
        double[] squares = withSquares(gradients, beside.row(0), d);
        squares[d] += gradients.rows();
        beside.write(0, 1, squares);
      }
      for (int c = 0; c < k && full && gradients.rows() > 0; c++) {
        Matrix own = gradients.columns(c * d, (c + 1) * d);
        worker.backend().blas().syrk(true, 1, own, 1, products);
      }
    }

    private double[] withSquares(Matrix gradients, double[] squares, int d) {
      double[] row = new double[k * d];
      for (int i = 0; i < gradients.rows(); i++) {
        gradients.read(i, i + 1, row);
        for (int at = 0; at < row.length; at++) {
          squares[at % d] += row[at] * row[at];
        }
      }
      return squares;
    }
  }

  /**
   * The worker's sums, which it forgets: Σ ∇f_c, Σ ∇f·∇fᵀ or its diagonal, and where that was added
   * up beside the matrix the diagonal, 1 × (d + 1), of which the last element is the number of
   * rows.
   */
  record Take() implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      Matrix products = worker.get(PRODUCTS).copy(Precision.DOUBLE);
      List<Matrices.Part> parts = new ArrayList<>();
      parts.add(new Matrices.Part(worker.get(SUMS).copy(Precision.DOUBLE), false));
      parts.add(new Matrices.Part(products, products.rows() == products.cols()));
      Matrix beside = worker.find(SQUARES);
      if (beside != null) {
        parts.add(new Matrices.Part(beside.copy(Precision.DOUBLE), false));
      }
      worker.remove(PRODUCTS);
      worker.remove(SUMS);
      worker.remove(SQUARES);
      return new Matrices(parts);
    }
  }

  /**
   * The roots M^½ of the metrics M = A·G·A, A = M_t^½ and G = (1/m)·Σ ∇f·∇fᵀ, each divided by its
   * largest element. An M of zeros has no root.
   *
   * @param previous A; empty for I
   * @param rows m
   * @param shared inputs whose diagonal elements become their mean, of a diagonal M
   * @param diagonal whether the diagonal of M is asked for
   * @param full whether M is
   * @param centre whether the mean of the gradients of an output is subtracted from them
   */
  @InPhase(Phase.FACTOR)
  record Roots(
      double[] previous,
      int rows,
      List<int[]> shared,
      boolean diagonal,
      boolean full,
      boolean centre)
      implements SumTask<List<double[]>> {
    @Override
    public List<double[]> run(Worker worker, Matrices sum) {
      Matrix means = sum.get(0);
      Matrix products = sum.get(1);
      int d = products.cols();
      List<double[]> roots = new ArrayList<>();
      try (Matrix m = Matrix.zeros(Precision.DOUBLE, products.rows(), d)) {
        for (int i = 0; i < m.rows(); i++) {
          double[] row = products.row(i);
          for (int j = 0; j < d; j++) {
            if (m.rows() == 1) {
              m.set(0, j, (row[j] - removed(means, j, j)) / rows);
            } else if (j <= i) {
              double element = (row[j] - removed(means, i, j)) / rows;
              m.set(i, j, element);
              m.set(j, i, element);
            }
          }
        }
        double[] factors = previous.length == d ? previous : new double[0];
        scale(m, factors);
        if (previous.length > d) {
          multiply(m, worker.backend().blas());
        }
        if (diagonal) {
          double[] values = diagonalOf(m);
          // In a state of an earlier version the first rows are in the matrix alone.
          boolean beside = sum.parts().size() > 2 && sum.get(2).get(0, d) == rows;
          for (int j = 0; j < d && beside; j++) {
            values[j] = (sum.get(2).get(0, j) - removed(means, j, j)) / rows;
          }
          add(roots, diagonalRoot(values));
        }
        if (full) {
          add(roots, root(m, worker));
        }
      }
      return roots;
    }

    private static void add(List<double[]> roots, double[] root) {
      if (root.length > 0) {
        roots.add(root);
      }
    }

    private double removed(Matrix sums, int i, int j) {
      double removed = 0;
      for (int c = 0; c < sums.rows() && centre; c++) {
        removed += sums.get(c, i) * sums.get(c, j) / rows;
      }
      return removed;
    }

    /** A·M·A with a diagonal A, in place. */
    private static void scale(Matrix m, double[] a) {
      for (int i = 0; i < m.rows() && a.length > 0; i++) {
        for (int j = 0; j < a.length; j++) {
          m.set(i, j, m.get(i, j) * (m.rows() == 1 ? a[j] : a[i]) * a[j]);
        }
      }
    }

    private void multiply(Matrix m, Blas blas) {
      int d = m.cols();
      try (Matrix a = Matrix.of(Precision.DOUBLE, d, d, previous);
          Matrix half = Matrix.zeros(Precision.DOUBLE, d, d)) {
        blas.gemm(false, false, 1, a, m, 0, half);
        blas.gemm(false, false, 1, half, a, 0, m);
      }
    }

    private double[] diagonalRoot(double[] values) {
      for (int[] inputs : shared) {
        double mean = IntStream.of(inputs).mapToDouble(j -> values[j]).average().orElse(0);
        IntStream.of(inputs).forEach(j -> values[j] = mean);
      }
      double largest = Arrays.stream(values).max().orElse(0);
      return largest > 0
          ? Arrays.stream(values).map(v -> Math.sqrt(Math.max(0, v) / largest)).toArray()
          : new double[0];
    }

    private static double[] diagonalOf(Matrix m) {
      return IntStream.range(0, m.cols())
          .mapToDouble(j -> m.get(m.rows() == 1 ? 0 : j, j))
          .toArray();
    }

    /** VᵀΛ^½V, from V with rows times Λ^¼. */
    private static double[] root(Matrix m, Worker worker) {
      double largest = Arrays.stream(diagonalOf(m)).max().orElse(0);
      if (!(largest > 0)) {
        return new double[0];
      }
      int d = m.cols();
      Eigensystem eigen = Eigensystem.of(m, worker.backend());
      try (Matrix v = eigen.vectors();
          Matrix root = Matrix.zeros(Precision.DOUBLE, d, d)) {
        for (int i = 0; i < d; i++) {
          double scale = Math.pow(Math.max(0, eigen.values()[i]) / largest, 0.25);
          v.write(i, i + 1, Arrays.stream(v.row(i)).map(value -> value * scale).toArray());
        }
        worker.backend().blas().syrk(true, 1, v, 0, root);
        double[] elements = root.toArray();
        for (int i = 0; i < d; i++) {
          for (int j = 0; j < i; j++) {
            elements[j * d + i] = elements[i * d + j];
          }
        }
        return elements;
      }
    }
  }
}
