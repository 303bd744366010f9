package org.filbert.system;

import org.filbert.cache.CacheBudget;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Precision;

/**
 * What every system is told.
 *
 * @param precision of kernel values and features; sums are double
 * @param ridge one, or several that are solved side by side
 * @param blockSize unknowns of a block
 * @param cache tiles or features to keep on all workers together
 * @param factorBytes Cholesky factors to keep on all workers together
 * @param seed of whatever is drawn
 */
public record SystemSettings(
    Kernel kernel,
    Precision precision,
    Ridge ridge,
    int blockSize,
    CacheBudget cache,
    long factorBytes,
    long seed) {
  public SystemSettings {
    if (blockSize < 1) {
      throw new IllegalArgumentException("blockSize is " + blockSize + ", must be at least 1");
    }
    if (factorBytes < 0) {
      throw new IllegalArgumentException(
          "factors.memory is " + factorBytes + ", must be at least 0");
    }
  }

  /** The same for another kernel. */
  public SystemSettings withKernel(Kernel other) {
    return new SystemSettings(other, precision, ridge, blockSize, cache, factorBytes, seed);
  }

  /** The same with another cache. */
  public SystemSettings withCache(CacheBudget other) {
    return new SystemSettings(kernel, precision, ridge, blockSize, other, factorBytes, seed);
  }
}
