package org.filbert.features;

import org.filbert.data.Rows;
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
   * Passes on the names of the bins of all rows in grids {@code from} to {@code to}, which are
   * drawn for it: {@link BinNames} keeps them.
   */
  public void forEach(Rows rows, int from, int to, Bins bins) {
    new BinNames(this).forEach(rows, from, to, bins);
  }
}
