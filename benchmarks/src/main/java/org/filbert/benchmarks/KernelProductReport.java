package org.filbert.benchmarks;

import java.util.Locale;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Prints the speed of the fused kernel product beside that of sgemm in the same run on one thread:
 * best of several rounds, alternating between the two. The argument is the vector math to use.
 */
public final class KernelProductReport {
  private static final int SIZE = 2048;
  private static final int ROUNDS = 12;

  private KernelProductReport() {}

  public static void main(String[] args) {
    String math = args.length > 0 ? args[0] : "auto";
    Blas blas = Backends.choose("openblas", math).blas();
    Matrix a = Inputs.normal(Precision.SINGLE, SIZE, SIZE, 1);
    Matrix b = Inputs.normal(Precision.SINGLE, SIZE, SIZE, 2);
    Matrix c = Matrix.zeros(Precision.SINGLE, SIZE, SIZE);
    for (int[] shape : new int[][] {{784, 10}, {16, 26}}) {
      try (KernelProduct product = new KernelProduct(math, shape[0], shape[1])) {
        double gemm = Double.MAX_VALUE;
        double fused = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
          gemm = Math.min(gemm, seconds(() -> blas.gemm(false, false, 1, a, b, 0, c)));
          fused = Math.min(fused, seconds(product::run));
        }
        print(math, shape[0], shape[1], 2.0 * SIZE * SIZE * SIZE / gemm, fused);
      }
    }
  }

  private static void print(String math, int features, int outputs, double gemmRate, double time) {
    double entries = (double) KernelProduct.ROWS * KernelProduct.ROWS / time;
    double rate = entries * 2 * (features + outputs);
    System.out.printf(
        Locale.ROOT,
        "vector math %s, d = %s, k = %s: %.2f G entries/s, %.1f Gflop/s, %.0f %% of sgemm's %.1f%n",
        math,
        features,
        outputs,
        entries / 1e9,
        rate / 1e9,
        100 * rate / gemmRate,
        gemmRate / 1e9);
  }

  private static double seconds(Runnable task) {
    long start = System.nanoTime();
    task.run();
    return (System.nanoTime() - start) / 1e9;
  }
}
