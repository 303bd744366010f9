package org.filbert.system.internal.entries;

import java.util.List;
import java.util.stream.Stream;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.linalg.TileProduct;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/**
 * Measures the seconds in which an entry that the cache keeps is multiplied by {@code columns}
 * right-hand sides. The result is the best of several products with {@value #TILES} tiles, more
 * than a processor's caches hold. All workers measure at the same time.
 *
 * @param kernel of a kernel matrix; null for columns
 * @param bothSides as in {@link EntryTiming}
 */
public record KeptTiming(
    @Nullable Kernel kernel, Precision precision, int columns, boolean bothSides)
    implements Task<Double> {
  private static final int TILE = 512;
  private static final int TILES = 64;
  private static final int SIDE = 4096;

  @Override
  public Double run(Worker worker) {
    try (Matrix right = Matrix.zeros(Precision.DOUBLE, SIDE, columns);
        Matrix out = Matrix.zeros(Precision.DOUBLE, SIDE, columns)) {
      double seconds =
          kernel == null
              ? ofColumns(right, out, worker.backend())
              : ofTiles(kernel, right, out, worker.backend());
      return seconds / ((double) SIDE * SIDE);
    }
  }

  private double ofTiles(Kernel function, Matrix right, Matrix out, Backend backend) {
    Precision products = bothSides ? Precision.DOUBLE : precision;
    List<Matrix> tiles =
        Stream.generate(() -> Matrix.zeros(precision, TILE, TILE)).limit(TILES).toList();
    tiles.forEach(Matrix::clear); // the system provides new memory at the first write
    try (KernelBlocks blocks = new KernelBlocks(function, precision, products, backend)) {
      KernelBlocks.Sides sides = new KernelBlocks.Sides(right, out, right, out);
      return EntryTiming.best(
          () -> {
            if (bothSides) {
              blocks.multiply(SIDE, SIDE, tiles, sides);
            } else {
              blocks.multiply(SIDE, SIDE, tiles, right, out);
            }
          });
    } finally {
      tiles.forEach(Matrix::close);
    }
  }

  private double ofColumns(Matrix right, Matrix out, Backend backend) {
    try (Matrix z = Matrix.zeros(precision, SIDE, SIDE);
        TileProduct product = backend.product(precision, precision, SIDE, SIDE, right, out)) {
      z.clear();
      return EntryTiming.best(() -> DenseColumns.forEachTile(z, product::add));
    }
  }
}
