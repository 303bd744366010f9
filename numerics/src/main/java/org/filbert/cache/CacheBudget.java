package org.filbert.cache;

import org.jspecify.annotations.Nullable;

/**
 * Room for blocks that could be computed again.
 *
 * @param memory bytes in memory
 * @param disk bytes in files, for what memory has no room for
 * @param directory of the files, on each machine; null for the JVM's directory for temporary files
 */
public record CacheBudget(long memory, long disk, @Nullable String directory) {
  /** What everything else in the plan leaves of the memory that a run may take. */
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

  /** Whether the memory is what everything else leaves. */
  public boolean takesTheRest() {
    return memory == Long.MAX_VALUE;
  }

  public static CacheBudget ofMemory(long bytes) {
    return new CacheBudget(bytes, 0, null);
  }

  /** The same for each of several workers. */
  public CacheBudget share(int workers) {
    return new CacheBudget(memory / workers, disk / workers, directory);
  }

  /** The same for each of several workers, together. */
  public CacheBudget times(int workers) {
    return new CacheBudget(memory * workers, disk * workers, directory);
  }

  /** What blocks of so many bytes in all leave, if they come before all others. */
  public CacheBudget after(long needed) {
    return needed <= memory
        ? new CacheBudget(memory - needed, disk, directory)
        : new CacheBudget(0, Math.max(0, disk - needed), directory);
  }

  /** Where blocks of one size go. */
  public CachePlan plan(int blocks, long blockBytes) {
    long inMemory = blockBytes == 0 ? blocks : Math.min(blocks, memory / blockBytes);
    long onDisk = blockBytes == 0 ? 0 : Math.min(blocks - inMemory, disk / blockBytes);
    return new CachePlan(
        blockBytes, (int) inMemory, (int) onDisk, (int) (blocks - inMemory - onDisk));
  }
}
