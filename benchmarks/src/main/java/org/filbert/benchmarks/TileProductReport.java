package org.filbert.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.KernelBlocks;
import org.filbert.kernel.KernelBlocks.Sides;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Prints the speed of products of stored kernel tiles (512 × 512 floats) with few columns in
 * gigabytes of tiles per second, beside a memory copy (bytes copied) and sgemm in the same run.
 * Then the same for products from both sides that read tiles once, in single and double precision.
 * Best of several rounds over 256 tiles, which exceed all caches. The argument is the vector math
 * to use.
 */
public final class TileProductReport {
  private static final int EDGE = 512;
  private static final int TILES = 256;
  private static final int ROUNDS = 7;
  private static final double BYTES = 4.0 * TILES * EDGE * EDGE;

  private final Backend backend;
  private final Matrix block = Inputs.normal(Precision.SINGLE, TILES * EDGE, EDGE, 1);

  private TileProductReport(Backend backend) {
    this.backend = backend;
  }

  public static void main(String[] args) throws InterruptedException {
    String math = args.length > 0 ? args[0] : "auto";
    TileProductReport report = new TileProductReport(Backends.choose("openblas", math));
    for (int threads : new int[] {1, 2}) {
      report.print(threads);
    }
  }

  private void print(int threads) throws InterruptedException {
    System.out.printf(
        Locale.ROOT,
        "vector math %s, %s threads: copy %.1f GB/s%n",
        backend.math().name(),
        threads,
        rate(threads, this::copy));
    for (int k : new int[] {1, 5, 10, 26}) {
      double gemm = rate(threads, tiles -> gemm(tiles, k));
      double product = rate(threads, tiles -> product(tiles, k));
      System.out.printf(
          Locale.ROOT,
          "k = %2d: sgemm %.1f GB/s, tile product %.1f GB/s, %.0f %%; both sides %.1f GB/s, in"
              + " double %.1f GB/s%n",
          k,
          gemm,
          product,
          100 * product / gemm,
          rate(threads, tiles -> bothSides(tiles, k, Precision.SINGLE)),
          rate(threads, tiles -> bothSides(tiles, k, Precision.DOUBLE)));
    }
  }

  /** Gigabytes per second of all threads, each with its own share of the tiles. */
  private static double rate(int threads, IntFunction<Runnable> share) throws InterruptedException {
    List<Runnable> work = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      work.add(share.apply(TILES / threads));
    }
    double best = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      List<Thread> running = work.stream().map(Thread::new).toList();
      running.forEach(Thread::start);
      for (Thread thread : running) {
        thread.join();
      }
      best = Math.min(best, (System.nanoTime() - start) / 1e9);
    }
    return BYTES / best / 1e9;
  }

  private Runnable copy(int tiles) {
    Matrix source = block.rows(0, tiles * EDGE);
    Matrix target = source.copy(Precision.SINGLE);
    return () -> target.assign(source);
  }

  private Runnable gemm(int tiles, int k) {
    Matrix delta = Inputs.normal(Precision.SINGLE, EDGE, k, 2);
    Matrix out = Matrix.zeros(Precision.SINGLE, EDGE, k);
    List<Matrix> stored = stored(tiles);
    return () -> stored.forEach(tile -> backend.blas().gemm(false, false, 1, tile, delta, 0, out));
  }

  private Runnable product(int tiles, int k) {
    Matrix delta = Inputs.normal(Precision.DOUBLE, EDGE, k, 2);
    Matrix out = Matrix.zeros(Precision.DOUBLE, tiles * EDGE, k);
    KernelBlocks blocks = new KernelBlocks(new Gaussian(1), Precision.SINGLE, backend);
    List<Matrix> stored = stored(tiles);
    return () -> blocks.multiply(tiles * EDGE, EDGE, stored, delta, out);
  }

  private Runnable bothSides(int tiles, int k, Precision products) {
    Matrix few = Inputs.normal(Precision.DOUBLE, EDGE, k, 2);
    Matrix many = Inputs.normal(Precision.DOUBLE, tiles * EDGE, k, 3);
    Matrix out = Matrix.zeros(Precision.DOUBLE, tiles * EDGE, k);
    Matrix back = Matrix.zeros(Precision.DOUBLE, EDGE, k);
    Sides sides = new Sides(few, out, many, back);
    KernelBlocks blocks = new KernelBlocks(new Gaussian(1), Precision.SINGLE, products, backend);
    List<Matrix> stored = stored(tiles);
    return () -> blocks.multiply(tiles * EDGE, EDGE, stored, sides);
  }

  /** A copy of the first tiles, one per thread. */
  private List<Matrix> stored(int tiles) {
    Matrix own = block.rows(0, tiles * EDGE).copy(Precision.SINGLE);
    List<Matrix> stored = new ArrayList<>();
    for (int t = 0; t < tiles; t++) {
      stored.add(own.rows(t * EDGE, (t + 1) * EDGE));
    }
    return stored;
  }
}
