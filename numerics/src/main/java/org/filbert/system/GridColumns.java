package org.filbert.system;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.filbert.cost.Meter;
import org.filbert.cost.Phase;
import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Naturals;

/**
 * Columns that are bins, a block for each grid: of every row and grid the number of its bin is
 * kept, two or four bytes, and products touch nothing else. Sums are in double.
 *
 * <p>Implementation note: rows go in strips, whose k values stay in the processor's cache while all
 * grids pass by; what is read from memory are the numbers of the bins, and the bins' k values where
 * these do not fit into a cache.
 */
final class GridColumns implements ColumnRows {
  private static final int STRIP = 1024;

  /** Values of bins that are held at a time. */
  static final int GROUP = 1 << 23;

  private final ColumnSource.Grids source;
  private final Meter meter;
  private final Map<Integer, Naturals[]> samples = new HashMap<>();

  GridColumns(ColumnSource.Grids source, Meter meter) {
    this.source = source;
    this.meter = meter;
  }

  /** The numbers of all rows' bins in each grid; a bin that has no column has the number after. */
  private Naturals[] bins(int number, Rows rows) {
    Naturals[] known = samples.get(number);
    if (known == null) {
      Naturals[] made = new Naturals[source.map().grids()];
      meter.run(Phase.KERNEL, () -> number(rows, made));
      samples.put(number, made);
      known = made;
    }
    return known;
  }

  private void number(Rows rows, Naturals[] bins) {
    for (int grid = 0; grid < bins.length; grid++) {
      bins[grid] = Naturals.zeros(source.size(grid), rows.count());
    }
    source
        .map()
        .forEach(
            rows,
            0,
            bins.length,
            (grid, from, count, names) -> {
              for (int i = 0; i < count; i++) {
                bins[grid].set(from + i, source.find(grid, names[i]));
              }
            });
  }

  @Override
  public void project(int number, Rows rows, int[] blocks, RowValues y, Matrix out) {
    Naturals[] bins = bins(number, rows);
    int k = out.cols();
    int at = 0;
    for (int[] group : groups(blocks, k)) {
      double[] sums = new double[room(group) * k];
      int[] own = new int[STRIP];
      for (int from = 0; from < rows.count(); from += STRIP) {
        int to = Math.min(from + STRIP, rows.count());
        double[] values;
        try (Matrix strip = y.rows(from, to)) {
          values = strip.toArray();
        }
        int base = 0;
        for (int grid : group) {
          bins[grid].read(from, to, own);
          scatter(values, own, to - from, k, base, sums);
          base += (source.size(grid) + 1) * k;
        }
        meter.count(2.0 * values.length * group.length);
      }
      at = addScaled(group, sums, out, at);
    }
  }

  private static void scatter(
      double[] values, int[] own, int rows, int k, int base, double[] sums) {
    for (int i = 0; i < rows; i++) {
      int to = base + own[i] * k;
      int from = i * k;
      for (int c = 0; c < k; c++) {
        sums[to + c] += values[from + c];
      }
    }
  }

  private int addScaled(int[] group, double[] sums, Matrix out, int first) {
    int k = out.cols();
    int at = first;
    int base = 0;
    for (int grid : group) {
      int size = source.size(grid);
      double[] all = out.rows(at, at + size).toArray();
      for (int t = 0; t < all.length; t++) {
        all[t] += source.map().scale() * sums[base + t];
      }
      out.write(at, at + size, all);
      at += size;
      base += (size + 1) * k;
    }
    return at;
  }

  @Override
  public void expand(int number, Rows rows, int[] blocks, Matrix d, Matrix out) {
    Naturals[] bins = bins(number, rows);
    int k = out.cols();
    int at = 0;
    for (int[] group : groups(blocks, k)) {
      double[] steps = new double[room(group) * k];
      at = readScaled(group, d, at, steps);
      int[] own = new int[STRIP];
      for (int from = 0; from < rows.count(); from += STRIP) {
        int to = Math.min(from + STRIP, rows.count());
        double[] values = out.rows(from, to).toArray();
        int base = 0;
        for (int grid : group) {
          bins[grid].read(from, to, own);
          gather(steps, own, to - from, k, base, values);
          base += (source.size(grid) + 1) * k;
        }
        out.write(from, to, values);
        meter.count(2.0 * values.length * group.length);
      }
    }
  }

  private static void gather(
      double[] steps, int[] own, int rows, int k, int base, double[] values) {
    for (int i = 0; i < rows; i++) {
      int from = base + own[i] * k;
      int to = i * k;
      for (int c = 0; c < k; c++) {
        values[to + c] += steps[from + c];
      }
    }
  }

  private int readScaled(int[] group, Matrix d, int first, double[] steps) {
    int k = d.cols();
    int at = first;
    int base = 0;
    for (int grid : group) {
      int size = source.size(grid);
      double[] own = d.rows(at, at + size).toArray();
      for (int t = 0; t < own.length; t++) {
        steps[base + t] = source.map().scale() * own[t];
      }
      at += size;
      base += (size + 1) * k;
    }
    return at;
  }

  /** z_bᵀ·W·z_b of a grid's bins b, which share no row. */
  double[] diagonal(int number, Rows rows, int grid, double[] weights) {
    double[] sums = new double[source.size(grid) + 1];
    int[] own = new int[rows.count()];
    bins(number, rows)[grid].read(0, rows.count(), own);
    double square = source.map().scale() * source.map().scale();
    for (int i = 0; i < own.length; i++) {
      sums[own[i]] += square * weights[i];
    }
    return Arrays.copyOf(sums, source.size(grid));
  }

  /** Rows of k values for the bins of some grids, and one each for those that have no column. */
  private int room(int[] grids) {
    return Arrays.stream(grids).map(grid -> source.size(grid) + 1).sum();
  }

  /** Cuts blocks into groups that are held at a time: one block each at least. */
  private List<int[]> groups(int[] blocks, int k) {
    List<int[]> groups = new ArrayList<>();
    int first = 0;
    long room = 0;
    for (int at = 0; at < blocks.length; at++) {
      long own = (source.size(blocks[at]) + 1L) * k;
      if (at > first && room + own > GROUP) {
        groups.add(Arrays.copyOfRange(blocks, first, at));
        first = at;
        room = 0;
      }
      room += own;
    }
    groups.add(Arrays.copyOfRange(blocks, first, blocks.length));
    return groups;
  }

  @Override
  public void close() {
    samples.values().forEach(bins -> Arrays.stream(bins).forEach(Naturals::close));
    samples.clear();
  }
}
