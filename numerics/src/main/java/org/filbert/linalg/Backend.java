package org.filbert.linalg;

import org.filbert.cost.Meter;

/**
 * The machine-dependent part of the numerics: a BLAS and elementary functions.
 *
 * @param meter counts the work that is done with it
 */
public record Backend(Blas blas, VectorMath math, Meter meter) {

  /** A backend whose work is not counted. */
  public Backend(Blas blas, VectorMath math) {
    this(blas, math, Meter.NONE);
  }

  /** The same numerics with another meter, which counts the work of the BLAS. */
  public Backend metered(Meter newMeter) {
    return new Backend(new CountingBlas(uncounted(), newMeter), math, newMeter);
  }

  /** The BLAS without the meter, for threads other than the meter's own. */
  Blas uncounted() {
    return blas instanceof CountingBlas counting ? counting.blas() : blas;
  }

  /**
   * A product with a block of the given shape, whose tiles have at most {@link TileProduct#EDGE}
   * rows and columns.
   *
   * @param products precision of the products within a tile
   */
  public TileProduct product(
      Precision tiles, Precision products, int rows, int columns, Matrix delta, Matrix out) {
    if (out.precision() != Precision.DOUBLE
        || out.rows() != rows
        || delta.rows() != columns
        || out.cols() != delta.cols()) {
      throw new IllegalArgumentException(
          "a block of "
              + rows
              + " x "
              + columns
              + " times "
              + delta
              + " into "
              + out
              + "; the shapes must fit and the result must be double");
    }
    if (tiles == Precision.SINGLE && out.cols() <= NarrowProduct.COLUMNS) {
      return products == Precision.SINGLE
          ? new NarrowSingleProduct(math, meter, delta, out)
          : new NarrowDoubleProduct(math, meter, delta, out);
    }
    return new WideProduct(blas, tiles, products, delta, out);
  }
}
