package org.filbert.benchmarks;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.features.RandomBinning;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Laplacian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.KernelExpansion;
import org.filbert.model.Model;
import org.filbert.model.RandomBins;
import org.filbert.model.RandomFeatures;
import org.filbert.model.RowScorer;

/**
 * Prints rows per second of models of MNIST's shape, d = 784 of which a fifth is not 0 and k = 10,
 * in batches of 1,024 and row by row, beside sgemm on the same threads: best of several rounds. The
 * argument is the number of threads.
 */
public final class ScoringReport {
  private static final int D = 784;
  private static final int K = 10;
  private static final int CENTRES = 60_000;
  private static final int FEATURES = 20_000;
  private static final int GRIDS = 256;
  private static final int BATCH = 1024;
  private static final int SIZE = 2048;
  private static final int ROUNDS = 5;

  private ScoringReport() {}

  public static void main(String[] args) {
    Backend backend = Backends.best();
    int threads =
        args.length > 0 ? Integer.parseInt(args[0]) : Runtime.getRuntime().availableProcessors();
    backend.blas().setThreads(threads);
    double sgemm = sgemm(backend);
    System.out.printf(Locale.ROOT, "sgemm on %s threads: %.1f Gflop/s%n", threads, sgemm / 1e9);
    models()
        .forEach(
            (name, model) -> {
              try (RowScorer scorer = model.scorer(backend)) {
                double batch = BATCH / best(scorer, pixels(BATCH, 3));
                double single = 1 / best(scorer, pixels(1, 4));
                double rate = batch * flops(model);
                System.out.printf(
                    Locale.ROOT,
                    "%s: %,.0f rows/s in batches of %,d, %,.0f row by row, %s%n",
                    name,
                    batch,
                    BATCH,
                    single,
                    rate == 0
                        ? "no matrix product"
                        : String.format(
                            Locale.ROOT,
                            "%.1f Gflop/s, %.0f %% of sgemm",
                            rate / 1e9,
                            100 * rate / sgemm));
              }
            });
  }

  private static Map<String, Model> models() {
    Map<String, Model> models = new LinkedHashMap<>();
    models.put(
        "full kernel of 60,000 centres",
        new KernelExpansion(new Gaussian(5), pixels(CENTRES, 1), coefficients(CENTRES)));
    models.put(
        "20,000 random features",
        new RandomFeatures(
            new RandomFourier(new Gaussian(5), D, FEATURES, 7, RandomFourier.Form.COSINE_SINE),
            Precision.SINGLE,
            coefficients(FEATURES)));
    models.put("256 grids of random binning", bins());
    return models;
  }

  /** The bins of 10,000 rows. */
  private static RandomBins bins() {
    RandomBinning map = new RandomBinning(new Laplacian(100), RandomBinning.LAPLACIAN, D, GRIDS, 7);
    long[][] names = new long[GRIDS][0];
    map.forEach(
        pixels(10_000, 5),
        0,
        GRIDS,
        (grid, from, count, found) -> {
          long[] all = Arrays.copyOf(names[grid], names[grid].length + count);
          System.arraycopy(found, 0, all, names[grid].length, count);
          names[grid] = Arrays.stream(all).sorted().distinct().toArray();
        });
    int[] starts = new int[GRIDS + 1];
    for (int grid = 0; grid < GRIDS; grid++) {
      starts[grid + 1] = starts[grid] + names[grid].length;
    }
    long[] all = Arrays.stream(names).flatMapToLong(Arrays::stream).toArray();
    return new RandomBins(map, all, starts, coefficients(all.length));
  }

  /** Matrix products of a row. */
  private static double flops(Model model) {
    return model instanceof RandomBins ? 0 : 2.0 * model.coefficients().rows() * (half(model) + K);
  }

  /** Cosine and sine share an inner product. */
  private static double half(Model model) {
    return model instanceof RandomFeatures ? D / 2.0 : D;
  }

  private static Matrix coefficients(int rows) {
    return Inputs.normal(Precision.DOUBLE, rows, K, 2);
  }

  /** Rows of which a fifth of the values is not 0. */
  private static Rows pixels(int rows, long seed) {
    Random random = new Random(seed);
    Matrix x = Matrix.zeros(Precision.SINGLE, rows, D);
    double[] row = new double[D];
    for (int i = 0; i < rows; i++) {
      Arrays.setAll(row, j -> random.nextInt(5) == 0 ? random.nextDouble() : 0);
      x.write(i, i + 1, row);
    }
    return new DenseRows(x);
  }

  private static double best(RowScorer scorer, Rows rows) {
    double best = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      best =
          Math.min(
              best,
              seconds(
                  () -> {
                    try (Matrix scores = scorer.scores(rows)) {
                      scores.get(0, 0);
                    }
                  }));
    }
    return best;
  }

  private static double sgemm(Backend backend) {
    try (Matrix a = Inputs.normal(Precision.SINGLE, SIZE, SIZE, 1);
        Matrix b = Inputs.normal(Precision.SINGLE, SIZE, SIZE, 2);
        Matrix c = Matrix.zeros(Precision.SINGLE, SIZE, SIZE)) {
      double best = Double.MAX_VALUE;
      for (int round = 0; round < ROUNDS; round++) {
        best = Math.min(best, seconds(() -> backend.blas().gemm(false, false, 1, a, b, 0, c)));
      }
      return 2.0 * SIZE * SIZE * SIZE / best;
    }
  }

  private static double seconds(Runnable task) {
    long start = System.nanoTime();
    task.run();
    return (System.nanoTime() - start) / 1e9;
  }
}
