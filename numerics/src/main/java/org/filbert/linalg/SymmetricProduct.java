package org.filbert.linalg;

/**
 * Products with a symmetric matrix of floats, of which the strict upper triangle and, apart, the
 * diagonal are kept. Tiles are multiplied in double, each for both of its sides.
 *
 * <p>The rows of tiles form {@value #PARTS} parts of about the same size. Each has sums of its own,
 * which are added in order: the bits do not depend on the number of threads.
 */
final class SymmetricProduct {
  static final int PARTS = 16;

  private final Matrix a;
  private final double[] diagonal;
  private final Backend backend;
  private final Backend silent;
  private final int threads;
  private final Tiles tiles;

  SymmetricProduct(Matrix a, double[] diagonal, Backend backend, int threads) {
    this.a = a;
    this.diagonal = diagonal;
    this.backend = backend;
    this.silent = new Backend(backend.uncounted(), backend.math());
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
    Matrix sum = Matrix.zeros(Precision.DOUBLE, x.rows(), x.cols());
    try (TileProduct product =
            TileProduct.of(silent, a.precision(), Precision.DOUBLE, a.rows(), a.rows(), x, sum);
        Matrix memory = Matrix.zeros(a.precision(), Cholesky.TILE, Cholesky.TILE)) {
      for (int i = 0; i < tiles.count(); i++) {
        if (Math.min(i, tiles.count() - 1 - i) % PARTS != part) {
          continue;
        }
        int first = i * Cholesky.TILE;
        int size = tiles.rows(a, i).rows();
        Matrix whole = memory.piece(0, size, size);
        complete(tiles.of(a, i, i), whole);
        product.add(whole, first, first);
        addDiagonal(tiles.rows(x, i), tiles.rows(sum, i), first);
        for (int j = i + 1; j < tiles.count(); j++) {
          int second = j * Cholesky.TILE;
          product.add(tiles.of(a, i, j), first, second);
          product.addTransposed(tiles.of(a, i, j), second, first);
        }
      }
    }
    return sum;
  }

  /** A tile of the diagonal with the mirror image of its upper triangle below it, and 0 between. */
  private static void complete(Matrix tile, Matrix whole) {
    whole.assign(tile);
    new Triangles(whole, 1).copyUpperToLower();
    for (int i = 0; i < tile.rows(); i++) {
      whole.set(i, i, 0);
    }
  }

  private void addDiagonal(Matrix x, Matrix sum, int first) {
    double[] factor = x.toArray();
    double[] result = sum.toArray();
    for (int at = 0; at < result.length; at++) {
      result[at] += diagonal[first + at / x.cols()] * factor[at];
    }
    sum.write(0, sum.rows(), result);
  }
}
