package org.filbert.features;

import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.filbert.kernel.Kernel;

/**
 * Random binning: R random grids, each of which puts a row into one bin. With z_b(x) = 1/√R where x
 * is in bin b of its grid and 0 elsewhere, z(x)ᵀz(x') is the share of the grids that put x and x'
 * into the same bin, an unbiased estimate of κ(x, x') with a standard deviation of √(κ(1 - κ)/R).
 *
 * <p>Grid r has a width δ_j and a shift s_j in [0, 1) for every input j; the bin of x is named by
 * the integer vector q_j = ⌊x_j/δ_j + s_j⌋, of which 64 bits are kept: see {@link Grids}. The set
 * of bins is known once rows have been seen.
 *
 * <p>Rahimi, Recht. Random features for large-scale kernel machines. NIPS 2007. Wu, Yen, Chen, Yan.
 * Revisiting random binning features. KDD 2016 (whose listing scales by 1/√D).
 *
 * @param kernel the laplacian, whose σ is the scale of the widths, or k-pq with q = p ≤ 1
 * @param shape of the Gamma law of the widths: 2 for the laplacian kernel itself, more for smoother
 *     product kernels
 * @param inputs d
 * @param grids R
 */
public record RandomBinning(Kernel kernel, int shape, int inputs, int grids, long seed) {
  /** The shape whose kernel is the laplacian. */
  public static final int LAPLACIAN = BinWidths.LAPLACIAN;

  private static final int STRIP = 2048;

  /** Values of a strip of dense rows. */
  private static final int VALUES = 1 << 21;

  /** Most bytes of widths and shifts in memory at a time. */
  private static final long GRID_BYTES = 32L << 20;

  public RandomBinning {
    BinWidths.of(kernel, shape);
    if (inputs < 1 || grids < 1) {
      throw new IllegalArgumentException(
          "random binning of %s inputs by %s grids, both must be 1 or more"
              .formatted(inputs, grids));
    }
  }

  /** Receives the names of the bins of some rows, from row {@code from} on, in a grid. */
  @FunctionalInterface
  public interface Bins {
    /**
     * Receives them.
     *
     * @param names of the bins; the first {@code rows} are valid, and only during the call
     */
    void take(int grid, int from, int rows, long[] names);
  }

  /** Whether random binning approximates a kernel. */
  public static boolean standsFor(Kernel kernel) {
    return BinWidths.found(kernel).isPresent();
  }

  /**
   * Checks a shape.
   *
   * @throws IllegalArgumentException if it is not allowed
   */
  public static void checkShape(int shape) {
    BinWidths.check(shape);
  }

  /** The factor of the ones, 1/√R. */
  public double scale() {
    return 1 / Math.sqrt(grids);
  }

  /**
   * Passes on the names of the bins of all rows in grids {@code from} to {@code to}, strip after
   * strip.
   */
  public void forEach(Rows rows, int from, int to, Bins bins) {
    if (rows.features() != inputs) {
      throw new IllegalArgumentException(
          "rows of " + rows.features() + " features for a map of " + inputs + " inputs");
    }
    BinWidths law = BinWidths.of(kernel, shape);
    int group = (int) Math.max(1, GRID_BYTES / (2L * Double.BYTES * inputs));
    int strip = rows instanceof DenseRows ? Math.max(1, Math.min(STRIP, VALUES / inputs)) : STRIP;
    long[] names = new long[Math.min(strip, rows.count())];
    for (int first = from; first < to; first += group) {
      Grids grids = new Grids(law, inputs, seed, first, Math.min(first + group, to));
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
