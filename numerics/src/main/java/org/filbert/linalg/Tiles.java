package org.filbert.linalg;

/** The tiles of a square matrix of n rows; those of its lower triangle are numbered by columns. */
record Tiles(int n) {
  int count() {
    return (n + TileProduct.EDGE - 1) / TileProduct.EDGE;
  }

  /** How many the lower triangle has. */
  int lower() {
    return task(count(), count());
  }

  /** The number of tile (i, j), j ≤ i. */
  int task(int i, int j) {
    return j * count() - j * (j - 1) / 2 + i - j;
  }

  /** The column of the tile with a number. */
  int column(int task) {
    int j = 0;
    while (task(j + 1, j + 1) <= task) {
      j++;
    }
    return j;
  }

  Matrix of(Matrix matrix, int i, int j) {
    return rows(matrix, i).columns(start(j), start(j + 1));
  }

  /** Tiles (i, from) to (i, to), exclusive, side by side. */
  Matrix of(Matrix matrix, int i, int from, int to) {
    return rows(matrix, i).columns(start(from), start(to));
  }

  Matrix rows(Matrix matrix, int i) {
    return matrix.rows(start(i), start(i + 1));
  }

  private int start(int i) {
    return Math.min(i * TileProduct.EDGE, n);
  }
}
