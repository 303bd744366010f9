package org.filbert.system;

import org.filbert.cache.CacheBudget;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Precision;

/**
 * What every system is told.
 *
 * @param precision of kernel values and features; sums are double
 * @param ridge one, or several that are solved side by side
 * @param risk what is minimised, with the ridge as the factor of its penalty
 * @param access what its solver looks at
 * @param cache tiles or features to keep on all workers together
 * @param factorBytes Cholesky factors to keep on all workers together
 * @param seed of whatever is drawn
 */
public record SystemSettings(
    Kernel kernel,
    Precision precision,
    Ridge ridge,
    Risk risk,
    Access access,
    CacheBudget cache,
    long factorBytes,
    long seed) {
  public SystemSettings {
    if (factorBytes < 0) {
      throw new IllegalArgumentException(
          "factors.memory is " + factorBytes + ", must be at least 0");
    }
  }

  /** Of ridge regression. */
  public SystemSettings(
      Kernel kernel,
      Precision precision,
      Ridge ridge,
      Access access,
      CacheBudget cache,
      long factorBytes,
      long seed) {
    this(kernel, precision, ridge, Risk.RIDGE, access, cache, factorBytes, seed);
  }

  /** The same with something else to be minimised. */
  public SystemSettings withRisk(Risk other) {
    return new SystemSettings(kernel, precision, ridge, other, access, cache, factorBytes, seed);
  }

  /** Unknowns of a block. */
  public int blockSize() {
    return access.blockSize();
  }

  /** The same for another kernel. */
  public SystemSettings withKernel(Kernel other) {
    return new SystemSettings(other, precision, ridge, risk, access, cache, factorBytes, seed);
  }

  /** The same with another cache. */
  public SystemSettings withCache(CacheBudget other) {
    return new SystemSettings(kernel, precision, ridge, risk, access, other, factorBytes, seed);
  }
}
