package org.filbert.train;

import java.util.List;

/**
 * What a run will hold and do.
 *
 * @param blocks number of blocks; {@code blockRows} rows in the largest
 * @param memory bytes of one worker, by what they are for
 * @param flopsPerEpoch floating-point operations of one epoch on all workers
 * @param advice what to change if the memory does not suffice
 */
public record Plan(
    int blocks, int blockRows, List<Item> memory, double flopsPerEpoch, String advice) {
  public Plan {
    memory = List.copyOf(memory);
  }

  /** Bytes for one purpose on one worker. */
  public record Item(String purpose, long bytes) {}

  /** Bytes of one worker. */
  public long bytesPerWorker() {
    return memory.stream().mapToLong(Item::bytes).sum();
  }
}
