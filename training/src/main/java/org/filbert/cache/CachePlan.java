package org.filbert.cache;

/**
 * The places of one worker's blocks between epochs.
 *
 * @param blockBytes of one block
 * @param inMemory number of blocks in memory
 * @param onDisk number of blocks on disk
 * @param recomputed number of blocks that are computed again in every epoch
 */
public record CachePlan(long blockBytes, int inMemory, int onDisk, int recomputed) {
  public long memoryBytes() {
    return inMemory * blockBytes;
  }

  public long diskBytes() {
    return onDisk * blockBytes;
  }

  /** Share of the blocks that are not computed again; 0 if there are no blocks. */
  public double keptShare() {
    int kept = inMemory + onDisk;
    return kept == 0 ? 0 : (double) kept / (kept + recomputed);
  }
}
