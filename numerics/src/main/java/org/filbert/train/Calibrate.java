package org.filbert.train;

import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/**
 * The rate of float matrix products of size {@value #SIZE}, in Gflop/s, measured on all workers at
 * the same time: the best of {@value #TIMED} after one that is not counted.
 */
record Calibrate() implements Task<Double> {
  static final int SIZE = 1024;
  private static final int TIMED = 3;

  @Override
  public Double run(Worker worker) {
    Blas blas = worker.backend().blas();
    double best = 0;
    try (Matrix a = Matrix.zeros(Precision.SINGLE, SIZE, SIZE);
        Matrix b = Matrix.zeros(Precision.SINGLE, SIZE, SIZE);
        Matrix c = Matrix.zeros(Precision.SINGLE, SIZE, SIZE)) {
      for (int i = 0; i <= TIMED; i++) {
        long start = System.nanoTime();
        blas.gemm(false, true, 1, a, b, 0, c);
        double rate = 2.0 * SIZE * SIZE * SIZE / (System.nanoTime() - start);
        best = i == 0 ? best : Math.max(best, rate);
      }
    }
    return best;
  }
}
