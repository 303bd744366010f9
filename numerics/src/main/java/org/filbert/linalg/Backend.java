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
}
