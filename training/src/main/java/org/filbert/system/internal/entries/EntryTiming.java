package org.filbert.system.internal.entries;

import org.filbert.data.Rows;
import org.filbert.features.FeatureBlocks;
import org.filbert.features.FeatureMap;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.linalg.TileProduct;
import org.filbert.shard.ShardState;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/**
 * Measures the seconds in which an entry of a kernel or feature matrix is computed from this run's
 * rows and multiplied by {@code columns} right-hand sides, as the run will do it. The result is the
 * best of {@value #TIMED} tiles of up to {@value #SIZE} × {@value #SIZE}. All workers measure at
 * the same time.
 *
 * @param map the feature map; null for kernel values
 * @param bothSides whether an entry of a kernel matrix also stands for its transpose, in products
 *     of double precision
 */
public record EntryTiming(
    Kernel kernel, @Nullable FeatureMap map, Precision precision, int columns, boolean bothSides)
    implements Task<Double> {
  private static final int SIZE = 512;
  private static final int TIMED = 6;

  @Override
  public Double run(Worker worker) {
    Rows all = worker.get(ShardState.TRAIN).x();
    Rows rows = all.slice(0, Math.min(SIZE, all.count()));
    if (rows.count() == 0) {
      return 0.0;
    }
    int width = map == null ? rows.count() : Math.min(SIZE, map.outputs());
    try (Matrix right = Matrix.zeros(Precision.DOUBLE, width, columns);
        Matrix out = Matrix.zeros(Precision.DOUBLE, rows.count(), columns)) {
      double seconds =
          map == null
              ? best(() -> kernelTile(rows, right, out, worker.backend()))
              : ofFeatures(map, rows, right, out, worker.backend());
      return seconds / rows.count() / width;
    }
  }

  /** Seconds of the fastest of {@value #TIMED} runs, after as many that are not counted. */
  static double best(Runnable work) {
    double best = Double.POSITIVE_INFINITY;
    for (int i = 0; i < 2 * TIMED; i++) {
      long start = System.nanoTime();
      work.run();
      double seconds = (System.nanoTime() - start) / 1e9;
      best = i < TIMED ? best : Math.min(best, seconds);
    }
    return best;
  }

  private void kernelTile(Rows rows, Matrix right, Matrix out, Backend backend) {
    Precision products = bothSides ? Precision.DOUBLE : precision;
    try (KernelBlocks blocks = new KernelBlocks(kernel, precision, products, backend)) {
      if (bothSides) {
        KernelBlocks.Sides sides = new KernelBlocks.Sides(right, out, right, out);
        blocks.multiply(rows, rows, sides, tile -> {});
      } else {
        blocks.multiply(rows, rows, right, out);
      }
    }
  }

  /** Draws the frequencies once, as a run does for all of its rows. */
  private double ofFeatures(
      FeatureMap features, Rows rows, Matrix right, Matrix out, Backend backend) {
    try (FeatureBlocks blocks =
            new FeatureBlocks(features, precision, backend, DenseColumns.FREQUENCY_BYTES);
        Matrix z = Matrix.zeros(precision, rows.count(), right.rows());
        TileProduct product =
            backend.product(precision, precision, rows.count(), right.rows(), right, out)) {
      return best(
          () -> {
            blocks.fill(rows, 0, right.rows(), z);
            DenseColumns.forEachTile(z, product::add);
          });
    }
  }
}
