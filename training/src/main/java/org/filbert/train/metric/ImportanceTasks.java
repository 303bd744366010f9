package org.filbert.train.metric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.data.Sample;
import org.filbert.kernel.DifferentiableKernel;
import org.filbert.kernel.Distances;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelBlocks;
import org.filbert.kernel.KernelGradients;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Eigensystem;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.linalg.SpdFactor;
import org.filbert.model.Importances;
import org.filbert.model.LearnedMetric;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;
import org.filbert.shard.ShardState;
import org.filbert.train.rows.MedianDistance;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/** The workers' tasks of an {@link ImportanceSearch}. */
public final class ImportanceTasks {
  /** Values of the gradients of a batch of rows: 32 MiB. */
  private static final int BATCH_VALUES = 1 << 22;

  /** Directions at most. */
  private static final int DIRECTIONS = 5;

  private static final double LEAST_RIDGE = 1e-8;

  private ImportanceTasks() {}

  /** The median distance of the first rows, which are in random order. */
  static double median(DenseRows rows, double p) {
    return MedianDistance.ofSorted(new Distances(rows, p).sorted(rows.features()));
  }

  /** Those rows at the given positions that the shard has, as they were encoded. */
  record Unmapped(long[] positions) implements Task<Piece> {
    @Override
    public Piece run(Worker worker) {
      List<Sample> unmapped = worker.find(ShardState.UNMAPPED);
      Sample train = unmapped == null ? worker.get(ShardState.TRAIN) : unmapped.get(0);
      int[] own = train.placesOf(positions);
      double[] weights = ShardState.weights(worker);
      return new Piece(
          train.select(own), Arrays.stream(own).mapToDouble(row -> weights[row]).toArray());
    }

    @Override
    public boolean readsConstants() {
      return true;
    }
  }

  /**
   * Rows.
   *
   * @param weights in the loss
   */
  record Piece(Sample sample, double[] weights) {}

  /**
   * The shares of the features in a diagonal metric that is learned of some rows and permuted
   * copies of their inputs: those of the d features, and then of their copies. A worker answers
   * rounds i, i + P, i + 2P, …
   *
   * @param y targets
   * @param weights of the rows in the loss
   * @param widthInMedians the kernel's width in median distances, if it has one
   * @param inputs of each the first feature and that after the last; they keep together
   * @param centre whether the mean of the gradients of an output is subtracted from them
   */
  @InPhase(Phase.FACTOR)
  record Learn(
      Rows x,
      Matrix y,
      double[] weights,
      Kernel kernel,
      double widthInMedians,
      double ridge,
      List<int[]> inputs,
      int iterations,
      int rounds,
      boolean centre,
      long seed)
      implements Task<List<double[]>> {
    @Override
    public List<double[]> run(Worker worker) {
      List<double[]> shares = new ArrayList<>();
      for (int round = worker.index(); round < rounds; round += worker.count()) {
        shares.add(shares(round, worker.backend()));
      }
      return shares;
    }

    private double[] shares(int round, Backend backend) {
      double[] m = new double[2 * x.features()];
      Arrays.fill(m, 1);
      try (Matrix both = withCopies(round)) {
        for (int t = 0; t < iterations; t++) {
          double[] root = Arrays.stream(m).map(Math::sqrt).toArray();
          DenseRows mapped = LearnedMetric.map(root, new DenseRows(both));
          double median = kernel.width().isEmpty() ? 1 : median(mapped, kernel.power());
          double[] next = MedianDistance.isWidth(median) ? next(m, mapped, median, backend) : m;
          mapped.matrix().close();
          if (!(Arrays.stream(next).max().orElse(0) > 0)) {
            break; // a solution without gradients tells nothing of the inputs
          }
          m = next;
        }
      }
      double trace = Arrays.stream(m).sum();
      return Arrays.stream(m).map(value -> value / trace).toArray();
    }

    private Matrix withCopies(int round) {
      int d = x.features();
      int n = x.count();
      int[][] orders = new int[inputs.size()][];
      Arrays.setAll(
          orders, input -> Draws.order(Draws.stream(seed, Purpose.COPY_ORDER, round, input), n));
      double[][] rows = new double[n][];
      Arrays.setAll(rows, x::row);
      Matrix both = Matrix.zeros(Precision.DOUBLE, n, 2 * d);
      for (int i = 0; i < n; i++) {
        double[] row = Arrays.copyOf(rows[i], 2 * d);
        for (int input = 0; input < orders.length; input++) {
          int[] range = inputs.get(input);
          double[] other = rows[orders[input][i]];
          System.arraycopy(other, range[0], row, d + range[0], range[1] - range[0]);
        }
        both.write(i, i + 1, row);
      }
      return both;
    }

    /** A·diag(G)·A over its largest element, A = M^½. */
    private double[] next(double[] m, DenseRows mapped, double median, Backend backend) {
      Kernel wide = kernel.width().isEmpty() ? kernel : kernel.withSigma(widthInMedians * median);
      double[] next;
      try (Matrix alpha = solution(wide, mapped, backend);
          KernelGradients gradients =
              new KernelGradients((DifferentiableKernel) wide, Precision.DOUBLE, backend)) {
        next = squares(gradients, mapped, alpha);
      }
      Arrays.setAll(next, j -> next[j] * m[j]);
      int d = x.features();
      for (int[] range : inputs) {
        average(next, range[0], range[1]);
        average(next, d + range[0], d + range[1]);
      }
      double largest = Arrays.stream(next).max().orElse(0);
      return Arrays.stream(next).map(value -> value / largest).toArray();
    }

    private static void average(double[] values, int from, int to) {
      Arrays.fill(values, from, to, Arrays.stream(values, from, to).average().orElse(0));
    }

    /** α of (K + ridge·W⁻¹)·α = Y. */
    private Matrix solution(Kernel wide, DenseRows mapped, Backend backend) {
      int n = mapped.count();
      try (Matrix matrix = Matrix.zeros(Precision.DOUBLE, n, n);
          KernelBlocks blocks = new KernelBlocks(wide, Precision.DOUBLE, backend)) {
        blocks.fill(mapped, mapped, matrix);
        double[] shift =
            Arrays.stream(weights).map(w -> Math.max(ridge, LEAST_RIDGE) / w).toArray();
        Matrix alpha = y.copy(Precision.DOUBLE);
        new SpdFactor(matrix, shift, backend, 1).solve(alpha);
        return alpha;
      }
    }

    /** The mean squares of the gradients by each feature, summed over the outputs. */
    private double[] squares(KernelGradients gradients, DenseRows mapped, Matrix alpha) {
      int n = mapped.count();
      int columns = mapped.features();
      int k = alpha.cols();
      double[] squares = new double[columns];
      double[] sums = new double[k * columns];
      double[] row = new double[k * columns];
      int batch = Math.max(1, BATCH_VALUES / row.length);
      for (int from = 0; from < n; from += batch) {
        int to = Math.min(from + batch, n);
        try (Matrix out = Matrix.zeros(Precision.DOUBLE, to - from, row.length)) {
          gradients.add(mapped.slice(from, to), mapped, alpha, out);
          for (int i = 0; i < out.rows(); i++) {
            out.read(i, i + 1, row);
            for (int at = 0; at < row.length; at++) {
              squares[at % columns] += row[at] * row[at] / n;
              sums[at] += row[at] / n;
            }
          }
        }
      }
      for (int at = 0; at < sums.length && centre; at++) {
        squares[at % columns] -= sums[at] * sums[at];
      }
      return Arrays.stream(squares).map(square -> Math.max(0, square)).toArray();
    }
  }

  /**
   * The eigenvectors of the largest eigenvalues of M.
   *
   * @param root M^½, d × d
   */
  @InPhase(Phase.FACTOR)
  record Directions(double[] root, int d) implements Task<List<Importances.Direction>> {
    @Override
    public List<Importances.Direction> run(Worker worker) {
      try (Matrix matrix = Matrix.of(Precision.DOUBLE, d, d, root)) {
        Eigensystem eigen = Eigensystem.of(matrix, worker.backend());
        double trace = Arrays.stream(eigen.values()).map(value -> value * value).sum();
        try (Matrix vectors = eigen.vectors()) {
          return IntStream.range(0, Math.min(DIRECTIONS, d))
              .mapToObj(
                  i ->
                      new Importances.Direction(
                          eigen.values()[i] * eigen.values()[i] / trace, turned(vectors.row(i))))
              .toList();
        }
      }
    }

    /** The vector or its opposite, so that the element of the largest size is positive. */
    private static double[] turned(double[] vector) {
      double largest = 0;
      for (double value : vector) {
        largest = Math.abs(value) > Math.abs(largest) ? value : largest;
      }
      double sign = Math.signum(largest);
      return Arrays.stream(vector).map(value -> sign * value).toArray();
    }
  }
}
