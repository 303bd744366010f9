package org.filbert.cache;

import org.jspecify.annotations.Nullable;

/**
 * The budget of a cache for blocks that can be computed again.
 *
 * @param memory bytes in memory
 * @param disk bytes in files, for blocks that do not fit into memory
 * @param directory of the files, on each machine; null for the JVM's directory for temporary files
 */
public record CacheBudget(long memory, long disk, @Nullable String directory) {
  /** The memory of a run that everything else in the plan leaves. */
  public static final CacheBudget REST = ofMemory(Long.MAX_VALUE);

  public CacheBudget {
    atLeastZero("cache.memory", memory);
    atLeastZero("cache.disk", disk);
  }

  private static void atLeastZero(String name, long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException(name + " is " + bytes + ", must be at least 0");
    }
  }

  /** Whether the memory is the rest that everything else leaves. */
  public boolean takesTheRest() {
    return memory == Long.MAX_VALUE;
  }

  public static CacheBudget ofMemory(long bytes) {
    return new CacheBudget(bytes, 0, null);
  }

  /** The share of each of several workers. */
  public CacheBudget share(int workers) {
    return new CacheBudget(memory / workers, disk / workers, directory);
  }

  /** The budget of several workers together. */
  public CacheBudget times(int workers) {
    return new CacheBudget(memory * workers, disk * workers, directory);
  }

  /** The budget that is left after blocks of {@code needed} bytes. */
  public CacheBudget after(long needed) {
    return needed <= memory
        ? new CacheBudget(memory - needed, disk, directory)
        : new CacheBudget(0, Math.max(0, disk - needed), directory);
  }

  /** The places of blocks of one size. */
  public CachePlan plan(int blocks, long blockBytes) {
    long inMemory = blockBytes == 0 ? blocks : Math.min(blocks, memory / blockBytes);
    long onDisk = blockBytes == 0 ? 0 : Math.min(blocks - inMemory, disk / blockBytes);
    return new CachePlan(
        blockBytes, (int) inMemory, (int) onDisk, (int) (blocks - inMemory - onDisk));
  }
}
