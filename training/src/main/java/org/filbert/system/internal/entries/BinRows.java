package org.filbert.system.internal.entries;

import org.filbert.linalg.Naturals;
import org.filbert.workers.Key;

/** The rows of a shard, sorted by their bins, for algorithms that visit one column at a time. */
public final class BinRows implements AutoCloseable {
  public static final Key<BinRows> KEY = Key.rebuilt("binRows", BinRows.class);

  private final int[][] starts;
  private final Naturals[] rows;

  /**
   * Sorts the rows of every grid by their bins.
   *
   * @param bins of all rows in each grid
   * @param sizes numbers of bins
   */
  BinRows(Naturals[] bins, int[] sizes) {
    starts = new int[sizes.length][];
    rows = new Naturals[sizes.length];
    for (int grid = 0; grid < sizes.length; grid++) {
      int[] bin = new int[bins[grid].count()];
      bins[grid].read(0, bin.length, bin);
      int[] next = new int[sizes[grid] + 2];
      for (int b : bin) {
        next[b + 2]++;
      }
      for (int b = 2; b < next.length; b++) {
        next[b] += next[b - 1];
      }
      rows[grid] = Naturals.zeros(bin.length, bin.length);
      for (int i = 0; i < bin.length; i++) {
        rows[grid].set(next[bin[i] + 1]++, i);
      }
      starts[grid] = next; // each end has become the next one's start
    }
  }

  /** Number of rows in a bin. */
  public int count(int grid, int bin) {
    return starts[grid][bin + 1] - starts[grid][bin];
  }

  /** Writes the rows of a bin, ascending, to the start of an array. */
  public void read(int grid, int bin, int[] target) {
    rows[grid].read(starts[grid][bin], starts[grid][bin + 1], target);
  }

  @Override
  public void close() {
    for (Naturals own : rows) {
      own.close();
    }
  }
}
