package org.filbert.train;

import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/**
 * Seconds per byte of the first write to new memory, with all workers at the same time. The system
 * provides it page by page, on some machines more slowly than a kernel value is computed.
 */
record FreshMemory() implements Task<Double> {
  /** More bytes than an allocator keeps free. */
  private static final int ROWS = 12_288;

  private static final int COLUMNS = 1024;
  private static final int STRIP = 64;

  @Override
  public Double run(Worker worker) {
    try (Matrix fresh = Matrix.zeros(Precision.SINGLE, ROWS, COLUMNS);
        Matrix strip = Matrix.zeros(Precision.SINGLE, STRIP, COLUMNS)) {
      strip.clear();
      long start = System.nanoTime();
      for (int from = 0; from < ROWS; from += STRIP) {
        fresh.rows(from, from + STRIP).assign(strip);
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      return seconds / ((double) ROWS * COLUMNS * Precision.SINGLE.bytes());
    }
  }
}
