package org.filbert.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Prints the speed of summing the Gram matrix of 5,000 columns of floats in strips of rows: ssyrk
 * of a strip, then the addition of its lower triangle to a sum in double, beside sgemm of 2,048² in
 * the same run. Best of three rounds of four strips on every thread, each with its own sum.
 */
public final class GramReport {
  private static final int COLUMNS = 5000;
  private static final int SIZE = 2048;
  private static final int STRIPS = 4;
  private static final int ROUNDS = 3;

  private final Blas blas = Backends.choose("openblas", "plain").blas();
  private final int threads;

  private GramReport(int threads) {
    this.threads = threads;
  }

  public static void main(String[] args) throws InterruptedException {
    for (int threads : new int[] {1, 2}) {
      new GramReport(threads).print();
    }
  }

  private void print() throws InterruptedException {
    double gemm = threads * 2.0 * SIZE * SIZE * SIZE * STRIPS / seconds(gemms());
    System.out.printf(Locale.ROOT, "%s threads: sgemm %.1f Gflop/s%n", threads, gemm / 1e9);
    for (int rows : new int[] {512, 1024, 2048, 4096}) {
      double flops = threads * (double) COLUMNS * COLUMNS * rows * STRIPS;
      double syrk = flops / seconds(grams(rows, false));
      double sum = flops / seconds(grams(rows, true));
      System.out.printf(
          Locale.ROOT,
          "strips of %,d rows: ssyrk %.1f Gflop/s, %.0f %%; with the sum %.1f, %.0f %%%n",
          rows,
          syrk / 1e9,
          100 * syrk / gemm,
          sum / 1e9,
          100 * sum / gemm);
    }
  }

  private List<Runnable> gemms() {
    List<Runnable> work = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Matrix a = Inputs.normal(Precision.SINGLE, SIZE, SIZE, i);
      Matrix c = Matrix.zeros(Precision.SINGLE, SIZE, SIZE);
      work.add(() -> blas.gemm(false, false, 1, a, a, 0, c));
    }
    return work;
  }

  private List<Runnable> grams(int rows, boolean summed) {
    List<Runnable> work = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Matrix strip = Inputs.normal(Precision.SINGLE, rows, COLUMNS, i);
      Matrix part = Matrix.zeros(Precision.SINGLE, COLUMNS, COLUMNS);
      Matrix sum = Matrix.zeros(Precision.DOUBLE, COLUMNS, COLUMNS);
      work.add(
          () -> {
            blas.syrk(true, 1, strip, 0, part);
            if (summed) {
              sum.addLower(part);
            }
          });
    }
    return work;
  }

  /** Seconds until all threads have processed four strips. */
  private static double seconds(List<Runnable> work) throws InterruptedException {
    double best = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      List<Thread> running = work.stream().map(GramReport::repeated).toList();
      long start = System.nanoTime();
      running.forEach(Thread::start);
      for (Thread thread : running) {
        thread.join();
      }
      best = Math.min(best, (System.nanoTime() - start) / 1e9);
    }
    return best;
  }

  private static Thread repeated(Runnable work) {
    return new Thread(
        () -> {
          for (int strip = 0; strip < STRIPS; strip++) {
            work.run();
          }
        });
  }
}
