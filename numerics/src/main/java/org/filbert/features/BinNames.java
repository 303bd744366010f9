package org.filbert.features;

import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.jspecify.annotations.Nullable;

/**
 * Names the bins of batches of rows in the grids of a map. It keeps the grids that it has drawn
 * last: as many as have {@value #GRID_BYTES} bytes of widths and shifts, which often are all.
 *
 * <p>Not thread-safe.
 */
public final class BinNames {
  private static final int STRIP = 2048;

  /** Values of a strip of dense rows. */
  private static final int VALUES = 1 << 21;

  /** Most bytes of widths and shifts in memory at a time. */
  private static final long GRID_BYTES = 32L << 20;

  private final RandomBinning map;
  private final BinWidths law;
  private @Nullable Grids drawn;

  public BinNames(RandomBinning map) {
    this.map = map;
    this.law = BinWidths.of(map.kernel(), map.shape());
  }

  /**
   * Passes on the names of the bins of all rows in grids {@code from} to {@code to}, strip after
   * strip.
   */
  public void forEach(Rows rows, int from, int to, RandomBinning.Bins bins) {
    int inputs = map.inputs();
    if (rows.features() != inputs) {
      throw new IllegalArgumentException(
          "rows of " + rows.features() + " features for a map of " + inputs + " inputs");
    }
    int group = (int) Math.max(1, GRID_BYTES / (2L * Double.BYTES * inputs));
    int strip = rows instanceof DenseRows ? Math.max(1, Math.min(STRIP, VALUES / inputs)) : STRIP;
    long[] names = new long[Math.min(strip, rows.count())];
    for (int first = from; first < to; first += group) {
      Grids grids = grids(first, Math.min(first + group, to));
      for (int row = 0; row < rows.count(); row += strip) {
        int end = Math.min(row + strip, rows.count());
        SparseRows part = sparse(rows.slice(row, end));
        for (int grid = first; grid < grids.to(); grid++) {
          grids.names(part, grid, names);
          bins.take(grid, row, end - row, names);
        }
      }
    }
  }

  private Grids grids(int from, int to) {
    Grids grids = drawn;
    if (grids == null || grids.from() != from || grids.to() != to) {
      grids = new Grids(law, map.inputs(), map.seed(), from, to);
      drawn = grids;
    }
    return grids;
  }

  /** The rows without their zeros, which make no difference to a bin. */
  private static SparseRows sparse(Rows rows) {
    if (rows instanceof SparseRows sparse) {
      return sparse;
    }
    DenseRows dense = (DenseRows) rows;
    int d = dense.features();
    int[] starts = new int[dense.count() + 1];
    int[] columns = new int[dense.count() * d];
    double[] values = new double[dense.count() * d];
    double[] row = new double[d];
    int at = 0;
    for (int i = 0; i < dense.count(); i++) {
      dense.matrix().read(i, i + 1, row);
      for (int j = 0; j < d; j++) {
        if (row[j] != 0) {
          columns[at] = j;
          values[at++] = row[j];
        }
      }
      starts[i + 1] = at;
    }
    return new SparseRows(dense.precision(), d, starts, columns, values);
  }
}
