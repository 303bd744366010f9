package org.filbert.data;

/**
 * The values of a row that are stored: all of a dense row, those that are not 0 of a sparse one.
 */
public final class StoredRow {
  private final Rows rows;
  private final int start;
  private final int count;
  private final double[] dense;

  private StoredRow(Rows rows, int start, int count, double[] dense) {
    this.rows = rows;
    this.start = start;
    this.count = count;
    this.dense = dense;
  }

  /** Row i. */
  public static StoredRow of(Rows rows, int i) {
    if (rows instanceof SparseRows sparse) {
      int start = sparse.start(i);
      return new StoredRow(rows, start, sparse.start(i + 1) - start, new double[0]);
    }
    double[] values = rows.row(i);
    return new StoredRow(rows, 0, values.length, values);
  }

  /** Number of values. */
  public int count() {
    return count;
  }

  /** The column of a value, from 0. */
  public int column(int t) {
    return rows instanceof SparseRows sparse ? sparse.column(start + t) : t;
  }

  public double value(int t) {
    return rows instanceof SparseRows sparse ? sparse.value(start + t) : dense[t];
  }

  /** The largest value in size, or one that is no number; 0 of a row without values. */
  public Cell largest() {
    int largest = 0;
    for (int t = 1; t < count; t++) {
      if (!(Math.abs(value(t)) <= Math.abs(value(largest)))) {
        largest = t;
      }
    }
    return count == 0 ? new Cell(0, 0) : new Cell(column(largest), value(largest));
  }

  /** A value and its column, from 0. Its text counts features from 1. */
  public record Cell(int column, double value) {
    @Override
    public String toString() {
      return "feature " + (column + 1) + " is " + value;
    }
  }
}
