package org.filbert.linalg;

import org.filbert.cost.Meter;

/**
 * The machine-dependent part of the numerics: a BLAS and elementary functions.
 *
 * @param meter of those who work with it
 */
public record Backend(Blas blas, VectorMath math, Meter meter) {

  /** A backend whose work nobody takes note of. */
  public Backend(Blas blas, VectorMath math) {
    this(blas, math, Meter.NONE);
  }

  /** The same numerics; the meter counts what the BLAS does. */
  public Backend metered(Meter newMeter) {
    return new Backend(new CountingBlas(uncounted(), newMeter), math, newMeter);
  }

  /** The BLAS for threads beside the one that the meter belongs to. */
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
