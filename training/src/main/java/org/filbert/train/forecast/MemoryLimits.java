package org.filbert.train.forecast;

import org.filbert.cache.CacheBudget;

/**
 * Memory that a training may take.
 *
 * @param machine bytes that the workers of one machine may take together; 0: nine tenths of its
 *     physical memory
 * @param cache room for kernel or feature blocks, all workers together, a part of the machine's;
 *     {@link CacheBudget#REST}: what everything else in the plan leaves of it, and nothing that
 *     other processes have if the machine's is 0
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
