package org.filbert.jobs.training;

import java.util.OptionalDouble;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.jobs.training.report.RunNumerics;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Runs the inner loops of a training on rows of zeros while Flink starts in the same process, so
 * that the virtual machine has compiled them, and has loaded the native library, when the data
 * come.
 */
final class WarmUp {
  private static final int ROWS = 512;
  private static final int FEATURES = 16;
  private static final int COLUMNS = 10;
  private static final int ROUNDS = 6;

  private WarmUp() {}

  /** Begins, on a thread of its own that nothing waits for. */
  static void begin(TrainConfig config) {
    if (config.preprocessing().text().isPresent()) {
      return; // kernels of texts have no such rows
    }
    Thread thread = new Thread(() -> run(config), "warm up");
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler((own, failure) -> {}); // the training will tell
    thread.start();
  }

  private static void run(TrainConfig config) {
    Backend backend = RunNumerics.of(config.backend()).backend(config.workers());
    Precision precision = config.precision().orElse(Precision.SINGLE);
    try (Matrix x = Matrix.zeros(precision, ROWS, FEATURES);
        Matrix v = Matrix.zeros(Precision.DOUBLE, ROWS, COLUMNS);
        Matrix out = Matrix.zeros(Precision.DOUBLE, ROWS, COLUMNS);
        KernelBlocks blocks =
            new KernelBlocks(config.kernel().kernel(OptionalDouble.of(1)), precision, backend)) {
      Rows rows = new DenseRows(x);
      for (int i = 0; i < ROUNDS; i++) {
        blocks.multiply(rows, rows, v, out);
      }
    }
  }
}
