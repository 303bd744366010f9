package org.filbert.system;

import org.filbert.data.Rows;
import org.filbert.features.FeatureBlocks;
import org.filbert.features.FeatureMap;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.ShardState;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/**
 * Seconds that an entry of a kernel or feature matrix takes: to be computed from this run's rows
 * and multiplied by {@code columns} right-hand sides, as the run will do it. The best of {@value
 * #TIMED} tiles of up to {@value #SIZE} × {@value #SIZE}, after some that are not counted; all
 * workers at the same time.
 *
 * @param map of features; none for kernel values
 * @param bothSides whether an entry of a kernel matrix also stands for its transpose, in products
 *     of double precision
 */
record EntryTiming(
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
    double best = Double.POSITIVE_INFINITY;
    try (Matrix right = Matrix.zeros(Precision.DOUBLE, width, columns);
        Matrix out = Matrix.zeros(Precision.DOUBLE, rows.count(), columns)) {
      for (int i = 0; i < 2 * TIMED; i++) {
        long start = System.nanoTime();
        tile(rows, width, right, out, worker.backend());
        double seconds = (System.nanoTime() - start) / 1e9;
        best = i < TIMED ? best : Math.min(best, seconds);
      }
    }
    return best / rows.count() / width;
  }

  private void tile(Rows rows, int width, Matrix right, Matrix out, Backend backend) {
    if (map == null) {
      Precision products = bothSides ? Precision.DOUBLE : precision;
      try (KernelBlocks blocks = new KernelBlocks(kernel, precision, products, backend)) {
        if (bothSides) {
          KernelBlocks.Sides sides = new KernelBlocks.Sides(right, out, right, out);
          blocks.multiply(rows, rows, sides, tile -> {});
        } else {
          blocks.multiply(rows, rows, right, out);
        }
      }
      return;
    }
    try (FeatureBlocks blocks = new FeatureBlocks(map, precision, backend, 0);
        Matrix z = Matrix.zeros(precision, rows.count(), width);
        Matrix step = right.copy(precision);
        Matrix product = Matrix.zeros(precision, rows.count(), columns)) {
      blocks.fill(rows, 0, width, z);
      backend.blas().gemm(false, false, 1, z, step, 0, product);
      out.add(product);
    }
  }
}
