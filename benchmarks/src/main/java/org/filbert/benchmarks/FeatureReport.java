package org.filbert.benchmarks;

import java.util.List;
import java.util.Locale;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.features.FeatureBlocks;
import org.filbert.features.FeatureMap;
import org.filbert.features.GaussianSketch;
import org.filbert.features.HadamardSketch;
import org.filbert.features.RandomFourier;
import org.filbert.features.RandomFourier.Form;
import org.filbert.features.TensorSketch;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Polynomial;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Prints the speed of random features of 10,000 rows in single precision on one thread, with kept
 * and with regenerated frequencies: best of two seconds. The argument is the vector math to use.
 */
public final class FeatureReport {
  private static final int ROWS = 10_000;
  private static final int COLUMNS = 2048;
  private static final long NANOSECONDS = 2_000_000_000L;

  private FeatureReport() {}

  private static List<FeatureMap> maps(int inputs) {
    RandomFourier wide = fourier(inputs, 4 * COLUMNS, Form.COSINE);
    return List.of(
        fourier(inputs, COLUMNS, Form.COSINE),
        fourier(inputs, COLUMNS, Form.COSINE_SINE),
        new TensorSketch(new Polynomial(3, 0.01, 1), inputs, COLUMNS, 7),
        new HadamardSketch(wide, COLUMNS, 7),
        new GaussianSketch(wide, COLUMNS, 7));
  }

  private static RandomFourier fourier(int inputs, int outputs, Form form) {
    return new RandomFourier(new Gaussian(1), inputs, outputs, 7, form);
  }

  public static void main(String[] args) {
    Backend backend = Backends.choose("openblas", args.length > 0 ? args[0] : "auto");
    for (int features : new int[] {16, 784}) {
      Rows rows = new DenseRows(Inputs.normal(Precision.SINGLE, ROWS, features, 1));
      for (FeatureMap map : maps(features)) {
        for (long budget : new long[] {0, Long.MAX_VALUE}) {
          System.out.printf(
              Locale.ROOT,
              "vector math %s, frequencies %s, %s: %.2f ns an element%n",
              backend.math().name(),
              budget == 0 ? "regenerated" : "kept",
              map,
              nanoseconds(map, rows, budget, backend));
        }
      }
    }
  }

  /** Nanoseconds per element. */
  private static double nanoseconds(FeatureMap map, Rows rows, long budget, Backend backend) {
    double best = Double.MAX_VALUE;
    try (FeatureBlocks blocks = new FeatureBlocks(map, Precision.SINGLE, backend, budget);
        Matrix out = Matrix.zeros(Precision.SINGLE, ROWS, COLUMNS)) {
      long begin = System.nanoTime();
      while (System.nanoTime() - begin < NANOSECONDS) {
        long start = System.nanoTime();
        blocks.fill(rows, 0, COLUMNS, out);
        best = Math.min(best, (System.nanoTime() - start) / ((double) ROWS * COLUMNS));
      }
    }
    return best;
  }
}
