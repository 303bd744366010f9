package org.filbert.kernel;

import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.filbert.linalg.Backend;

/** Tiles of κ(a, b): the pairs' statistics first, then the kernel function on each. */
final class KernelTiles implements TileSource {
  private final Kernel kernel;
  private final Backend backend;
  private final Tile tile;
  private final TileSource statistics;

  KernelTiles(Kernel kernel, Backend backend, Tile tile, Rows a, Rows b) {
    if (a.features() != b.features()) {
      throw new IllegalArgumentException(
          "rows of " + a.features() + " features against rows of " + b.features());
    }
    this.kernel = kernel;
    this.backend = backend;
    this.tile = tile;
    this.statistics = statistics(a, b);
  }

  private TileSource statistics(Rows a, Rows b) {
    if (a instanceof SparseRows left && b instanceof SparseRows right) {
      return new SparsePairs(kernel, backend.meter(), tile, left, right);
    }
    if (a instanceof DenseRows left && b instanceof DenseRows right) {
      return switch (kernel.statistic()) {
        case ABSOLUTE_DISTANCE, POWER_DISTANCE ->
            new DifferencePairs(kernel.power(), backend, tile, left, right);
        case SQUARED_DISTANCE, DOT -> new DotPairs(kernel, backend.blas(), tile, left, right);
      };
    }
    throw new IllegalArgumentException("dense rows against sparse rows; both must be of one kind");
  }

  @Override
  public void columns(int from, int to) {
    statistics.columns(from, to);
  }

  @Override
  public void rows(int from, int to) {
    statistics.rows(from, to);
    tile.apply(kernel, backend.math());
  }

  @Override
  public void close() {
    statistics.close();
  }
}
