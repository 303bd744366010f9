package org.filbert.linalg;

/**
 * Products with a symmetric matrix of floats, of which the strict upper triangle and, apart, the
 * diagonal are kept. Tiles are converted to double one after the other, each for both of its sides.
 *
 * <p>The rows of tiles form {@value #PARTS} parts of about the same size. Each has sums of its own,
 * which are added in order: the bits do not depend on the number of threads.
 */
final class SymmetricProduct {
  static final int PARTS = 16;

  private final Matrix a;
  private final double[] diagonal;
  private final Backend backend;
  private final int threads;
  private final Tiles tiles;

  SymmetricProduct(Matrix a, double[] diagonal, Backend backend, int threads) {
    this.a = a;
    this.diagonal = diagonal;
    this.backend = backend;
    this.threads = threads;
    this.tiles = new Tiles(a.rows());
  }

  /** y ← A·x for doubles x and y, n × k. */
  void multiply(Matrix x, Matrix y) {
    int parts = Math.min(PARTS, (tiles.count() + 1) / 2);
    Matrix[] sums = new Matrix[parts];
    OrderedTasks.run(threads, parts, (part, all) -> sums[part] = sum(part, x));
    OrderedTasks.run(
        threads,
        tiles.count(),
        (i, all) -> {
          tiles.rows(y, i).assign(tiles.rows(sums[0], i));
          for (int part = 1; part < parts; part++) {
            tiles.rows(y, i).add(tiles.rows(sums[part], i));
          }
        });
    for (Matrix sum : sums) {
      sum.close();
    }
    backend.meter().count(2.0 * a.rows() * a.rows() * x.cols());
  }

  /** The rows of tiles i and count - 1 - i have as many tiles together for every i. */
  private Matrix sum(int part, Matrix x) {
    Blas blas = backend.uncounted();
    Matrix sum = Matrix.zeros(Precision.DOUBLE, x.rows(), x.cols());
    try (Matrix memory = Matrix.zeros(Precision.DOUBLE, Cholesky.TILE, Cholesky.TILE)) {
      for (int i = 0; i < tiles.count(); i++) {
        if (Math.min(i, tiles.count() - 1 - i) % PARTS != part) {
          continue;
        }
        Matrix rows = tiles.rows(x, i);
        Matrix rowSum = tiles.rows(sum, i);
        for (int j = i; j < tiles.count(); j++) {
          Matrix tile = memory.piece(0, rows.rows(), tiles.rows(x, j).rows());
          tile.assign(tiles.of(a, i, j));
          if (i == j) {
            complete(tile, i * Cholesky.TILE);
          } else {
            blas.gemm(true, false, 1, tile, rows, 1, tiles.rows(sum, j));
          }
          blas.gemm(false, false, 1, tile, tiles.rows(x, j), 1, rowSum);
        }
      }
    }
    return sum;
  }

  /** Puts the diagonal, and the mirror image of the upper triangle below it. */
  private void complete(Matrix tile, int first) {
    new Triangles(tile, 1).copyUpperToLower();
    for (int i = 0; i < tile.rows(); i++) {
      tile.set(i, i, diagonal[first + i]);
    }
  }
}
