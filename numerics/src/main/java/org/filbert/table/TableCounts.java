package org.filbert.table;

import java.util.Arrays;

/**
 * What was met in encoding, column by column.
 *
 * @param rows number of rows
 * @param missing number of missing cells of each column; empty if there are no rows
 * @param unseen number of cells of each column whose category the training rows did not have
 */
public record TableCounts(long rows, long[] missing, long[] unseen) {
  public static final TableCounts NONE = new TableCounts(0, new long[0], new long[0]);

  public TableCounts plus(TableCounts other) {
    return new TableCounts(
        rows + other.rows, sum(missing, other.missing), sum(unseen, other.unseen));
  }

  private static long[] sum(long[] a, long[] b) {
    if (a.length == 0 || b.length == 0) {
      return a.length == 0 ? b : a;
    }
    long[] sum = a.clone();
    Arrays.setAll(sum, j -> a[j] + b[j]);
    return sum;
  }

  /** Missing cells of all columns. */
  public long allMissing() {
    return Arrays.stream(missing).sum();
  }

  /** Unseen categories of all columns. */
  public long allUnseen() {
    return Arrays.stream(unseen).sum();
  }
}
