package org.filbert.table;

import java.util.Arrays;
import org.filbert.data.Features;

/** Rows that grow feature by feature, in ascending order. */
final class CellRows {
  private final int[][] indices;
  private final double[][] values;
  private final int[] counts;

  /**
   * Begins without features.
   *
   * @param first features of a row that there is room for at first
   */
  CellRows(int rows, int first) {
    indices = new int[rows][first];
    values = new double[rows][first];
    counts = new int[rows];
  }

  /** Sets a feature of a row that comes after those that are set. */
  void add(int row, int feature, double value) {
    if (value == 0) {
      return;
    }
    int count = counts[row];
    if (count == indices[row].length) {
      indices[row] = Arrays.copyOf(indices[row], 2 * count);
      values[row] = Arrays.copyOf(values[row], 2 * count);
    }
    indices[row][count] = feature;
    values[row][count] = value;
    counts[row] = count + 1;
  }

  Features.Sparse sparse(int row) {
    return new Features.Sparse(
        Arrays.copyOf(indices[row], counts[row]), Arrays.copyOf(values[row], counts[row]));
  }

  Features.Dense dense(int row, int features) {
    double[] all = new double[features];
    for (int t = 0; t < counts[row]; t++) {
      all[indices[row][t]] = values[row][t];
    }
    return new Features.Dense(all);
  }
}
