package org.filbert.train;

import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/**
 * Seconds that a byte of new memory takes when it is written to for the first time, all workers at
 * the same time: the system gives it page by page, on some machines more slowly than a kernel value
 * is computed.
 *
 * <p>Pages that were in use a moment ago come first and come faster, on virtual machines many
 * times. So an eighth of the memory that the run will take is written to, and only the second half
 * of that is timed.
 *
 * @param rows of {@value #COLUMNS} floats that are written to
 */
record FreshMemory(int rows) implements Task<Double> {
  /** More than an allocator keeps for itself. */
  private static final int LEAST_ROWS = 12_288;

  private static final int MOST_ROWS = 1 << 17;
  private static final int PART = 8;
  private static final int COLUMNS = 1024;
  private static final int STRIP = 64;

  /** For a worker that will take so many bytes. */
  static FreshMemory of(long bytes) {
    long rows = bytes / PART / ((long) COLUMNS * Precision.SINGLE.bytes());
    return new FreshMemory((int) Math.max(LEAST_ROWS, Math.min(rows, MOST_ROWS)) / STRIP * STRIP);
  }

  @Override
  public Double run(Worker worker) {
    try (Matrix fresh = Matrix.zeros(Precision.SINGLE, rows, COLUMNS);
        Matrix strip = Matrix.zeros(Precision.SINGLE, STRIP, COLUMNS)) {
      strip.clear();
      int half = rows / STRIP / 2 * STRIP;
      write(fresh, strip, 0, half);
      long start = System.nanoTime();
      write(fresh, strip, half, rows);
      double seconds = (System.nanoTime() - start) / 1e9;
      return seconds / ((double) (rows - half) * COLUMNS * Precision.SINGLE.bytes());
    }
  }

  private static void write(Matrix fresh, Matrix strip, int first, int end) {
    for (int from = first; from < end; from += STRIP) {
      fresh.rows(from, from + STRIP).assign(strip);
    }
  }
}
