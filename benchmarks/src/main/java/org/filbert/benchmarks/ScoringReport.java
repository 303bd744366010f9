package org.filbert.benchmarks;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
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
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.KernelExpansion;
import org.filbert.model.Model;
import org.filbert.model.RandomBins;
import org.filbert.model.RandomFeatures;
import org.filbert.model.RowScorer;

/**
 * Prints rows per second of models of MNIST's shape, d = 784 of which a fifth is not 0 and k = 10,
 * in batches of 1,024 and row by row: best of several rounds. Scorers work side by side, each with
 * one thread of the BLAS, as the slots of a Flink cluster do, and so does the sgemm that they are
 * compared with in each round: other work on the machine slows both down. The argument is the
 * number of threads.
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

  public static void main(String[] args) throws Exception {
    Backend backend = Backends.best();
    backend.blas().setThreads(1);
    int threads =
        args.length > 0 ? Integer.parseInt(args[0]) : Runtime.getRuntime().availableProcessors();
    try (SideBySide slots = new SideBySide(threads);
        Product product = new Product(backend.blas(), slots)) {
      for (Map.Entry<String, Model> model : models().entrySet()) {
        report(model.getKey(), model.getValue(), backend, slots, product);
      }
    }
  }

  private static void report(
      String name, Model model, Backend backend, SideBySide slots, Product product)
      throws Exception {
    ProductClock[] clocks = new ProductClock[slots.count()];
    Arrays.setAll(clocks, i -> new ProductClock(backend.blas()));
    List<RowScorer> scorers =
        Arrays.stream(clocks)
            .map(clock -> model.scorer(new Backend(clock, backend.math())))
            .toList();
    double first = seconds(scorers, pixels(BATCH, 3), slots, 1);
    Arrays.stream(clocks).forEach(ProductClock::clear);
    double batches = 0;
    double best = Double.MAX_VALUE;
    double sgemm = 0;
    for (int round = 0; round < ROUNDS; round++) {
      sgemm = Math.max(sgemm, product.rate());
      double seconds = seconds(scorers, pixels(BATCH, 3), slots, 1);
      batches += seconds;
      best = Math.min(best, seconds);
    }
    double products = Arrays.stream(clocks).mapToDouble(ProductClock::seconds).sum();
    double single = seconds(scorers, pixels(1, 4), slots, ROUNDS);
    double rows = slots.count() * BATCH / best;
    double rate = rows * flops(model);
    System.out.printf(
        Locale.ROOT,
        "%s: %,.0f rows/s in batches of %,d, %,.0f row by row, first batch %.2f s, %s%n",
        name,
        rows,
        BATCH,
        slots.count() / single,
        first,
        rate == 0
            ? "no matrix product"
            : String.format(
                Locale.ROOT,
                "%.1f Gflop/s, %.0f %% of sgemm's %.1f; %.0f %% of the time in the BLAS",
                rate / 1e9,
                100 * rate / sgemm,
                sgemm / 1e9,
                100 * products / slots.count() / batches));
    scorers.forEach(RowScorer::close);
  }

  /** Of the best of some rounds, in each of which every scorer scores all rows. */
  private static double seconds(List<RowScorer> scorers, Rows rows, SideBySide slots, int rounds)
      throws Exception {
    double best = Double.MAX_VALUE;
    for (int round = 0; round < rounds; round++) {
      best = Math.min(best, slots.seconds(slot -> scorers.get(slot).scores(rows).close()));
    }
    return best;
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

  /** A product of large matrices on every thread. */
  private static final class Product implements AutoCloseable {
    private final Blas blas;
    private final SideBySide slots;
    private final Matrix a = Inputs.normal(Precision.SINGLE, SIZE, SIZE, 1);
    private final Matrix b = Inputs.normal(Precision.SINGLE, SIZE, SIZE, 2);
    private final Matrix c;

    Product(Blas blas, SideBySide slots) {
      this.blas = blas;
      this.slots = slots;
      this.c = Matrix.zeros(Precision.SINGLE, slots.count() * SIZE, SIZE);
    }

    /** Floating-point operations a second of all threads. */
    double rate() throws Exception {
      double seconds =
          slots.seconds(
              slot -> blas.gemm(false, false, 1, a, b, 0, c.rows(slot * SIZE, (slot + 1) * SIZE)));
      return slots.count() * 2.0 * SIZE * SIZE * SIZE / seconds;
    }

    @Override
    public void close() {
      a.close();
      b.close();
      c.close();
    }
  }
}
