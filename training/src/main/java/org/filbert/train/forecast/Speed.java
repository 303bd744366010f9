package org.filbert.train.forecast;

import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.plan.Plan;
import org.filbert.train.method.Method;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * How fast the workers are. A run measures it before the first epoch unless a {@link Source} knows
 * it.
 *
 * @param gemmGflops rate of float matrix products of size {@value Calibrate#SIZE} on all workers
 *     together
 * @param secondsPerEpoch what the first epoch will take, by the times of a tile of this run's
 *     matrix and of new memory
 * @param secondsPerLaterEpoch what each further epoch will take, by the time of a product with a
 *     tile in the cache; null in a state of an earlier version
 */
public record Speed(
    double gemmGflops, double secondsPerEpoch, @Nullable Double secondsPerLaterEpoch) {
  public static final Speed UNKNOWN = new Speed(Double.NaN, Double.NaN, Double.NaN);

  /** What each further epoch will take; NaN if nobody knows. */
  @Override
  public Double secondsPerLaterEpoch() {
    return Objects.requireNonNullElse(secondsPerLaterEpoch, Double.NaN);
  }

  /** Expected seconds of so many epochs. */
  public double seconds(int epochs) {
    return secondsPerEpoch + (epochs - 1) * secondsPerLaterEpoch();
  }

  /** A service that knows the speed of the workers, so that nothing is measured. */
  public interface Source {
    Speed of(Plan plan, Workers workers);
  }

  public static Speed of(Method<?> method, Plan plan, Workers workers) {
    return known(plan, workers).orElseGet(() -> measure(method, plan, workers));
  }

  /** The speed that a {@link Source} knows. */
  public static Optional<Speed> known(Plan plan, Workers workers) {
    return ServiceLoader.load(Source.class, Speed.class.getClassLoader())
        .findFirst()
        .map(source -> source.of(plan, workers));
  }

  static Speed measure(Method<?> method, Plan plan, Workers workers) {
    return Rates.measure(method, workers).speed(plan, workers.count());
  }

  /**
   * The rate of float matrix products of size {@value #SIZE}, in Gflop/s, measured on all workers
   * at the same time: the best of {@value #TIMED} after one that is not counted.
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

  /**
   * Seconds per byte of the first write to new memory, with all workers at the same time. The
   * system provides it page by page, on some machines more slowly than a kernel value is computed.
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
}
