package org.filbert.system.internal.entries;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.filbert.cost.Meter;
import org.filbert.cost.Phase;
import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Naturals;
import org.filbert.linalg.VectorMath;
import org.filbert.system.equations.ColumnSource;
import org.jspecify.annotations.Nullable;

/**
 * Columns that are bins, with a block for each grid. The number of the bin of every row and grid is
 * kept, in two or four bytes, and products read nothing else. Sums are in double.
 *
 * <p>Implementation note: products visit rows in strips, whose k values stay in the processor's
 * cache while all grids are visited. Memory is read for the numbers of the bins, and for the bins'
 * k values if these do not fit into a cache.
 */
public final class GridColumns implements ColumnRows {
  /** Number of values of a strip of rows. */
  private static final int STRIP = 1 << 15;

  /** Number of values of bins that are held at a time. */
  public static final int GROUP = 1 << 23;

  /** Number of the sample that training rows are. */
  private static final int TRAINING = 0;

  private final ColumnSource.Grids source;
  private final VectorMath math;
  private final Meter meter;
  private final Map<Integer, Naturals[]> samples = new HashMap<>();
  private final Map<Integer, double[]> diagonals = new HashMap<>();

  /**
   * Columns of grids.
   *
   * @param known the bins of the training rows, if they are known
   */
  GridColumns(ColumnSource.Grids source, VectorMath math, Meter meter, @Nullable LocalBins known) {
    this.source = source;
    this.math = math;
    this.meter = meter;
    if (known != null) {
      meter.run(Phase.KERNEL, () -> samples.put(TRAINING, known.columns(source)));
    }
  }

  /**
   * The numbers of all rows' bins in each grid. A bin without a column has the number after the
   * last column's.
   */
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
    int stride = stride(out.cols());
    int at = 0;
    for (int[] group : groups(blocks, stride)) {
      double[] sums = new double[room(group) * stride];
      int step = Math.max(1, STRIP / stride);
      double[] strip = new double[step * stride];
      double[] values = new double[step * out.cols()];
      int[] own = new int[step];
      for (int from = 0; from < rows.count(); from += step) {
        int to = Math.min(from + step, rows.count());
        y.read(from, to, values);
        spread(values, to - from, out.cols(), strip, stride);
        int first = 0;
        for (int grid : group) {
          bins[grid].read(from, to, own);
          math.scatter(strip, own, to - from, stride, sums, first);
          first += (source.size(grid) + 1) * stride;
        }
        meter.count(2.0 * (to - from) * out.cols() * group.length);
      }
      at = addScaled(group, sums, out, at);
    }
  }

  private int addScaled(int[] group, double[] sums, Matrix out, int firstRow) {
    int k = out.cols();
    int stride = stride(k);
    int at = firstRow;
    int first = 0;
    for (int grid : group) {
      int size = source.size(grid);
      double[] all = out.rows(at, at + size).toArray();
      for (int i = 0; i < size; i++) {
        for (int c = 0; c < k; c++) {
          all[i * k + c] += source.map().scale() * sums[first + i * stride + c];
        }
      }
      out.write(at, at + size, all);
      at += size;
      first += (size + 1) * stride;
    }
    return at;
  }

  @Override
  public void expand(int number, Rows rows, int[] blocks, Matrix d, Matrix out) {
    Naturals[] bins = bins(number, rows);
    int k = out.cols();
    int stride = stride(k);
    int at = 0;
    for (int[] group : groups(blocks, stride)) {
      double[] steps = new double[room(group) * stride];
      at = readScaled(group, d, at, steps);
      int step = Math.max(1, STRIP / stride);
      double[] strip = new double[step * stride];
      double[] values = new double[step * out.cols()];
      int[] own = new int[step];
      for (int from = 0; from < rows.count(); from += step) {
        int to = Math.min(from + step, rows.count());
        out.read(from, to, values);
        spread(values, to - from, k, strip, stride);
        int first = 0;
        for (int grid : group) {
          bins[grid].read(from, to, own);
          math.gather(steps, first, own, to - from, stride, strip);
          first += (source.size(grid) + 1) * stride;
        }
        for (int i = 0; i < to - from; i++) {
          System.arraycopy(strip, i * stride, values, i * k, k);
        }
        out.write(from, to, values);
        meter.count(2.0 * (to - from) * k * group.length);
      }
    }
  }

  private int readScaled(int[] group, Matrix d, int firstRow, double[] steps) {
    int stride = stride(d.cols());
    int at = firstRow;
    int first = 0;
    for (int grid : group) {
      int size = source.size(grid);
      double[] own = d.rows(at, at + size).toArray();
      for (int j = 0; j < own.length; j++) {
        own[j] *= source.map().scale();
      }
      for (int i = 0; i < size; i++) {
        System.arraycopy(own, i * d.cols(), steps, first + i * stride, d.cols());
      }
      at += size;
      first += (size + 1) * stride;
    }
    return at;
  }

  /** Copies rows of k numbers to rows of {@code stride} numbers. */
  private static void spread(double[] rows, int count, int k, double[] target, int stride) {
    for (int i = 0; i < count; i++) {
      System.arraycopy(rows, i * k, target, i * stride, k);
    }
  }

  private static int stride(int k) {
    return (k + VectorMath.ROW_STEP - 1) / VectorMath.ROW_STEP * VectorMath.ROW_STEP;
  }

  /** The training rows, sorted by their bins. */
  public BinRows rowsOfBins(Rows rows) {
    int[] sizes = new int[source.map().grids()];
    Arrays.setAll(sizes, source::size);
    return new BinRows(bins(TRAINING, rows), sizes);
  }

  /**
   * z_bᵀ·W·z_b of the training rows, for each bin b of a grid. It is computed once.
   *
   * @param weights the same in every call
   */
  double[] diagonal(Rows rows, int grid, Supplier<double[]> weights) {
    return diagonals
        .computeIfAbsent(grid, absent -> sumOfSquares(rows, grid, weights.get()))
        .clone();
  }

  private double[] sumOfSquares(Rows rows, int grid, double[] weights) {
    double[] sums = new double[source.size(grid) + 1];
    int[] own = new int[rows.count()];
    bins(TRAINING, rows)[grid].read(0, rows.count(), own);
    double square = source.map().scale() * source.map().scale();
    for (int i = 0; i < own.length; i++) {
      sums[own[i]] += square * weights[i];
    }
    return Arrays.copyOf(sums, source.size(grid));
  }

  /**
   * Number of rows of k values for some grids: one for each column, and one for all other bins of
   * each grid.
   */
  private int room(int[] grids) {
    return Arrays.stream(grids).map(grid -> source.size(grid) + 1).sum();
  }

  /** Divides blocks into groups that are held at a time, of at least one block each. */
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
