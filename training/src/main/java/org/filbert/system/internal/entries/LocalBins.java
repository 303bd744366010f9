package org.filbert.system.internal.entries;

import java.util.Arrays;
import org.filbert.linalg.Naturals;
import org.filbert.system.equations.ColumnSource;
import org.filbert.workers.Key;
import org.jspecify.annotations.Nullable;

/**
 * The bins of a shard's training rows, from the time when a worker finds them until it knows their
 * columns, so that rows are hashed once. After a failure rows are hashed again.
 */
final class LocalBins implements AutoCloseable {
  static final Key<LocalBins> KEY = Key.rebuilt("localBins", LocalBins.class);

  /**
   * The bins of a grid.
   *
   * @param names of the bins, ascending
   * @param rows number of each row's bin
   */
  private record Grid(long[] names, Naturals rows) {}

  private final @Nullable Grid[] grids;

  LocalBins(int grids) {
    this.grids = new Grid[grids];
  }

  /** Takes the names of all rows' bins in a grid. Returns the distinct names, ascending. */
  long[] take(int grid, long[] ofRows) {
    long[] names = distinct(ofRows.clone());
    Naturals rows = Naturals.zeros(names.length, ofRows.length);
    for (int i = 0; i < ofRows.length; i++) {
      rows.set(i, Arrays.binarySearch(names, ofRows[i]));
    }
    grids[grid] = new Grid(names, rows);
    return names;
  }

  /** The names without repetitions, ascending; sorts the array. */
  static long[] distinct(long[] names) {
    Arrays.sort(names);
    int size = 0;
    for (long name : names) {
      if (size == 0 || names[size - 1] != name) {
        names[size++] = name;
      }
    }
    return Arrays.copyOf(names, size);
  }

  /** The columns of all rows' bins in each grid. The names are released. */
  Naturals[] columns(ColumnSource.Grids source) {
    Naturals[] columns = new Naturals[grids.length];
    for (int g = 0; g < grids.length; g++) {
      Grid grid = grids[g];
      if (grid == null) {
        throw new IllegalStateException("no bins of grid " + g);
      }
      int[] places = new int[grid.names.length];
      for (int j = 0; j < places.length; j++) {
        places[j] = source.find(g, grid.names[j]);
      }
      int[] rows = new int[grid.rows.count()];
      grid.rows.read(0, rows.length, rows);
      columns[g] = Naturals.zeros(source.size(g), rows.length);
      for (int i = 0; i < rows.length; i++) {
        columns[g].set(i, places[rows[i]]);
      }
      grid.rows.close();
      grids[g] = null;
    }
    return columns;
  }

  @Override
  public void close() {
    for (Grid grid : grids) {
      if (grid != null) {
        grid.rows.close();
      }
    }
  }
}
