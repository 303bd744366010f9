package org.filbert.cache;

/**
 * Where the blocks of one worker will be between epochs.
 *
 * @param blockBytes of one block
 * @param inMemory blocks that memory has room for
 * @param onDisk blocks beyond, that the disk has room for
 * @param recomputed blocks that neither has room for
 */
public record CachePlan(long blockBytes, int inMemory, int onDisk, int recomputed) {
  public long memoryBytes() {
    return inMemory * blockBytes;
  }

  public long diskBytes() {
    return onDisk * blockBytes;
  }

  /** Part of the blocks that need not be computed again; 0 if there are none. */
  public double keptShare() {
    int kept = inMemory + onDisk;
    return kept == 0 ? 0 : (double) kept / (kept + recomputed);
  }
}
