package org.filbert.linalg;

/** The two triangles of a square matrix, copied one onto the other tile by tile. */
record Triangles(Matrix matrix, int threads) {
  /** Rows read side by side, so that what is written makes up whole cache lines. */
  private static final int GROUP = 16;

  void copyLowerToUpper() {
    forEachTile(Triangles::transpose, true);
  }

  void copyUpperToLower() {
    forEachTile((lower, upper) -> transpose(upper, lower), false);
  }

  /** target ← sourceᵀ */
  private static void transpose(Matrix source, Matrix target) {
    int rows = source.rows();
    int cols = source.cols();
    if (source.precision() == Precision.SINGLE) {
      float[] values = new float[rows * cols];
      source.read(0, rows, values);
      target.write(0, cols, transposed(values, rows, cols));
    } else {
      target.write(0, cols, transposed(source.toArray(), rows, cols));
    }
  }

  private interface Copy {
    void run(Matrix lower, Matrix upper);
  }

  private void forEachTile(Copy copy, boolean fromLower) {
    Tiles tiles = new Tiles(matrix.rows());
    OrderedTasks.run(
        threads,
        tiles.lower(),
        (task, all) -> {
          int j = tiles.column(task);
          int i = j + task - tiles.task(j, j);
          if (i == j) {
            mirror(tiles.of(matrix, i, i), fromLower);
          } else {
            copy.run(tiles.of(matrix, i, j), tiles.of(matrix, j, i));
          }
        });
  }

  private static void mirror(Matrix tile, boolean fromLower) {
    int n = tile.rows();
    double[] values = tile.toArray();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        if (fromLower) {
          values[j * n + i] = values[i * n + j];
        } else {
          values[i * n + j] = values[j * n + i];
        }
      }
    }
    tile.write(0, n, values);
  }

  private static double[] transposed(double[] values, int rows, int cols) {
    double[] result = new double[values.length];
    for (int group = 0; group < rows; group += GROUP) {
      int end = Math.min(group + GROUP, rows);
      for (int j = 0; j < cols; j++) {
        for (int i = group; i < end; i++) {
          result[j * rows + i] = values[i * cols + j];
        }
      }
    }
    return result;
  }

  private static float[] transposed(float[] values, int rows, int cols) {
    float[] result = new float[values.length];
    for (int group = 0; group < rows; group += GROUP) {
      int end = Math.min(group + GROUP, rows);
      for (int j = 0; j < cols; j++) {
        for (int i = group; i < end; i++) {
          result[j * rows + i] = values[i * cols + j];
        }
      }
    }
    return result;
  }
}
