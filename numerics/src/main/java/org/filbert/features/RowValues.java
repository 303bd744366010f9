package org.filbert.features;

import java.util.Arrays;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;

/**
 * The values of one row that are not 0, by ascending column: the same for a dense and a sparse row.
 */
final class RowValues {
  private int[] columns = new int[16];
  private double[] values = new double[16];
  private int size;

  /**
   * Takes over a row, scaled, and a constant after its last column.
   *
   * @param constant 0 for none
   */
  void read(Rows rows, int i, double scale, double constant) {
    size = 0;
    if (rows instanceof SparseRows sparse) {
      for (int t = sparse.start(i); t < sparse.start(i + 1); t++) {
        add(sparse.column(t), scale * sparse.value(t));
      }
    } else {
      double[] row = rows.row(i);
      for (int f = 0; f < row.length; f++) {
        add(f, scale * row[f]);
      }
    }
    add(rows.features(), constant);
  }

  private void add(int column, double value) {
    if (value != 0) {
      if (size == columns.length) {
        columns = Arrays.copyOf(columns, 2 * size);
        values = Arrays.copyOf(values, 2 * size);
      }
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
