package org.filbert.linalg;

/**
 * Products with a symmetric matrix, of which the strict upper triangle and, apart, the diagonal are
 * kept. They are BLAS's in double, of {@value #STEP} rows of a tile at a time, made double before.
 *
 * <p>A task is a row of tiles of the result. It takes the tiles in order: the bits do not depend on
 * the number of threads.
 */
final class UpperTriangleProduct {
  /** Rows that are made double at once: 256 KiB of a whole tile's width. */
  private static final int STEP = 64;

  private final Matrix a;
  private final double[] diagonal;
  private final Backend backend;
  private final int threads;
  private final Tiles tiles;

  UpperTriangleProduct(Matrix a, double[] diagonal, Backend backend, int threads) {
    this.a = a;
    this.diagonal = diagonal;
    this.backend = backend;
    this.threads = threads;
    this.tiles = new Tiles(a.rows());
  }

  /** y ← A·x for doubles x and y, n × k. */
  void multiply(Matrix x, Matrix y) {
    OrderedTasks.run(threads, tiles.count(), (i, all) -> multiply(i, x, tiles.rows(y, i)));
    backend.meter().count(2.0 * a.rows() * a.rows() * x.cols());
  }

  /** y_i ← Σ_j A_ij·x_j */
  private void multiply(int i, Matrix x, Matrix y) {
    Blas blas = backend.uncounted();
    try (Matrix memory = Matrix.zeros(Precision.DOUBLE, TileProduct.EDGE, TileProduct.EDGE)) {
      Matrix own = memory.piece(0, y.rows(), y.rows());
      complete(i, own);
      blas.gemm(false, false, 1, own, tiles.rows(x, i), 0, y);
      for (int j = 0; j < tiles.count(); j++) {
        if (j != i) {
          add(blas, i, j, tiles.rows(x, j), y, memory);
        }
      }
    }
  }

  /** own ← A_ii */
  private void complete(int i, Matrix own) {
    own.assign(tiles.of(a, i, i));
    new Triangles(own, 1).copyUpperToLower();
    for (int p = 0; p < own.rows(); p++) {
      own.set(p, p, diagonal[i * TileProduct.EDGE + p]);
    }
  }

  /** y_i ← y_i + A_ij·x_j, where A_ij is A_jiᵀ below the diagonal. */
  private void add(Blas blas, int i, int j, Matrix x, Matrix y, Matrix memory) {
    Matrix tile = tiles.of(a, Math.min(i, j), Math.max(i, j));
    for (int from = 0; from < tile.rows(); from += STEP) {
      int to = Math.min(from + STEP, tile.rows());
      Matrix wide = memory.piece(0, to - from, tile.cols());
      wide.assign(tile.rows(from, to));
      if (i < j) {
        blas.gemm(false, false, 1, wide, x, 1, y.rows(from, to));
      } else {
        blas.gemm(true, false, 1, wide, x.rows(from, to), 1, y);
      }
    }
  }
}
