package org.filbert.train;

import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/**
 * The rate of a float matrix product of size {@value #SIZE}, in Gflop/s, measured on all workers at
 * the same time: the best of three.
 */
record Calibrate() implements Task<Double> {
  private static final int SIZE = 2048;
  private static final int TRIES = 3;

  @Override
  public Double run(Worker worker) {
    Blas blas = worker.backend().blas();
    double best = Double.POSITIVE_INFINITY;
    try (Matrix a = Matrix.zeros(Precision.SINGLE, SIZE, SIZE);
        Matrix b = Matrix.zeros(Precision.SINGLE, SIZE, SIZE);
        Matrix c = Matrix.zeros(Precision.SINGLE, SIZE, SIZE)) {
      for (int i = 0; i < TRIES; i++) {
        long start = System.nanoTime();
        blas.gemm(false, true, 1, a, b, 0, c);
        best = Math.min(best, (System.nanoTime() - start) / 1e9);
      }
    }
    return 2.0 * SIZE * SIZE * SIZE / best / 1e9;
  }
}
