package org.filbert.features;

import java.util.Arrays;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;

/**
 * The values of one row that are not 0, by ascending column: the same for a dense and a sparse row.
 */
final class RowValues {
  private int[] columns = new int[16];
  private double[] values = new double[16];
  private double[] dense = {};
  private int size;

  /**
   * Takes over a row, scaled, and a constant after its last column.
   *
   * @param constant 0 for none
   */
  void read(Rows rows, int i, double scale, double constant) {
    size = 0;
    if (rows instanceof SparseRows sparse) {
      int from = sparse.start(i);
      int to = sparse.start(i + 1);
      reserve(to - from + 1);
      for (int t = from; t < to; t++) {
        add(sparse.column(t), scale * sparse.value(t));
      }
    } else {
      dense = dense.length == rows.features() ? dense : new double[rows.features()];
      ((DenseRows) rows).matrix().read(i, i + 1, dense);
      reserve(dense.length + 1);
      for (int f = 0; f < dense.length; f++) {
        add(f, scale * dense[f]);
      }
    }
    add(rows.features(), constant);
  }

  private void reserve(int count) {
    if (columns.length < count) {
      columns = Arrays.copyOf(columns, count);
      values = Arrays.copyOf(values, count);
    }
  }

  private void add(int column, double value) {
    if (value != 0) {
      columns[size] = column;
      values[size++] = value;
    }
  }

  int size() {
    return size;
  }

  int column(int at) {
    return columns[at];
  }

  double value(int at) {
    return values[at];
  }
}
