package org.filbert.benchmarks;

import java.util.Locale;
import org.filbert.data.DenseRows;
import org.filbert.features.FeatureBlocks;
import org.filbert.features.RandomFourier;
import org.filbert.features.RandomFourier.Form;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Prints the speed of generating random Fourier features of 10,000 rows, single precision, one
 * thread, with frequencies kept and regenerated: best of two seconds. The argument is the vector
 * math to use.
 */
public final class FourierReport {
  private static final int ROWS = 10_000;
  private static final int COLUMNS = 2048;
  private static final long NANOSECONDS = 2_000_000_000L;

  private FourierReport() {}

  public static void main(String[] args) {
    Backend backend = Backends.choose("openblas", args.length > 0 ? args[0] : "auto");
    Matrix out = Matrix.zeros(Precision.SINGLE, ROWS, COLUMNS);
    for (int features : new int[] {16, 784}) {
      DenseRows rows = new DenseRows(Inputs.normal(Precision.SINGLE, ROWS, features, 1));
      for (Form form : Form.values()) {
        RandomFourier map = new RandomFourier(new Gaussian(1), features, COLUMNS, 7, form);
        for (long budget : new long[] {0, Long.MAX_VALUE}) {
          double best = Double.MAX_VALUE;
          try (FeatureBlocks blocks = new FeatureBlocks(map, Precision.SINGLE, backend, budget)) {
            long begin = System.nanoTime();
            while (System.nanoTime() - begin < NANOSECONDS) {
              long start = System.nanoTime();
              blocks.fill(rows, 0, COLUMNS, out);
              best = Math.min(best, (System.nanoTime() - start) / ((double) ROWS * COLUMNS));
            }
          }
          System.out.printf(
              Locale.ROOT,
              "vector math %s, d = %d, %s, frequencies %s: %.2f ns an element%n",
              backend.math().name(),
              features,
              form,
              budget == 0 ? "regenerated" : "kept",
              best);
        }
      }
    }
  }
}
