package org.filbert.system.equations;

import org.filbert.cache.CacheBudget;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Precision;
import org.filbert.shard.Prepared;
import org.jspecify.annotations.Nullable;

/**
 * Settings that all systems have.
 *
 * @param precision of kernel values and features; sums are double
 * @param ridge one ridge, or several that are solved side by side
 * @param risk that is minimised; the ridge is the factor of its penalty
 * @param access the parts of the matrix that the solver accesses
 * @param cache room for tiles or features on all workers together
 * @param factorBytes room for Cholesky factors on all workers together
 * @param seed of all random numbers
 * @param ensemble number of members whose solutions are averaged; null for a single one, and in
 *     states of earlier versions
 */
public record SystemSettings(
    Kernel kernel,
    Precision precision,
    Ridge ridge,
    Risk risk,
    Access access,
    CacheBudget cache,
    long factorBytes,
    long seed,
    @Nullable Integer ensemble) {
  public SystemSettings {
    if (factorBytes < 0) {
      throw new IllegalArgumentException(
          "factors.memory is " + factorBytes + ", must be at least 0");
    }
  }

  /** Settings without an ensemble. */
  public SystemSettings(
      Kernel kernel,
      Precision precision,
      Ridge ridge,
      Risk risk,
      Access access,
      CacheBudget cache,
      long factorBytes,
      long seed) {
    this(kernel, precision, ridge, risk, access, cache, factorBytes, seed, null);
  }

  /** Settings of ridge regression. */
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

  /** Number of solutions that are averaged. */
  public int members() {
    return ensemble == null ? 1 : ensemble;
  }

  /** Columns of all solutions: the outputs of each member for each ridge. */
  public int columns(Prepared prepared) {
    return prepared.columns() * members() * ridge.values().size();
  }

  /** The same settings with an ensemble. */
  public SystemSettings withMembers(int members) {
    return new SystemSettings(
        kernel,
        precision,
        ridge,
        risk,
        access,
        cache,
        factorBytes,
        seed,
        members == 1 ? null : (Integer) members);
  }

  /** Number of unknowns of a block. */
  public int blockSize() {
    return access.blockSize();
  }

  /** The same settings with another kernel. */
  public SystemSettings withKernel(Kernel other) {
    return new SystemSettings(
        other, precision, ridge, risk, access, cache, factorBytes, seed, ensemble);
  }

  /** The same settings with another precision. */
  public SystemSettings withPrecision(Precision other) {
    return new SystemSettings(
        kernel, other, ridge, risk, access, cache, factorBytes, seed, ensemble);
  }

  /** The same settings with another cache. */
  public SystemSettings withCache(CacheBudget other) {
    return new SystemSettings(
        kernel, precision, ridge, risk, access, other, factorBytes, seed, ensemble);
  }
}
