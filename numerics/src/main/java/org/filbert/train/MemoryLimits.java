package org.filbert.train;

import org.filbert.cache.CacheBudget;

/**
 * Memory that a training may take.
 *
 * @param machine bytes that the workers of one machine may take together; 0: nine tenths of its
 *     physical memory
 * @param cache kernel or feature blocks to keep, all workers together; {@link CacheBudget#REST}
 *     takes what everything else in the plan leaves of the machine's limit, and where that is 0 of
 *     what other processes leave
 * @param factors bytes of Cholesky factors to keep, all workers together
 */
public record MemoryLimits(long machine, CacheBudget cache, long factors) {
  /** The machine's memory, with factors of at most 2 GiB. */
  public static final MemoryLimits AUTO = new MemoryLimits(0, CacheBudget.REST, 2L << 30);

  public MemoryLimits {
    if (machine < 0) {
      throw new IllegalArgumentException("memory is " + machine + ", must be at least 0");
    }
  }
}
