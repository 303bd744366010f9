package org.filbert.train;

import java.util.List;
import org.filbert.cache.CacheBudget;
import org.filbert.cache.CachePlan;

/**
 * What a run will hold and do.
 *
 * @param blocks number of blocks; {@code blockRows} rows in the largest
 * @param memory bytes of one worker, by what they are for
 * @param cache where one worker keeps its blocks between epochs
 * @param flopsPerEpoch floating-point operations of one epoch on all workers
 * @param advice what to change if the memory does not suffice
 */
public record Plan(
    int blocks,
    int blockRows,
    List<Item> memory,
    List<Cached> cache,
    double flopsPerEpoch,
    String advice) {
  public Plan {
    memory = List.copyOf(memory);
    cache = List.copyOf(cache);
  }

  /** Bytes for one purpose on one worker. */
  public record Item(String purpose, long bytes) {}

  /**
   * Where one worker keeps the blocks of some of its rows.
   *
   * @param rows which rows
   */
  public record Cached(String rows, CachePlan blocks) {}

  /** Where the blocks of training and of held-out rows are kept by the worker with the most. */
  public static List<Cached> cache(
      CacheBudget budget, int blocks, long trainBlockBytes, long heldOutBlockBytes) {
    return List.of(
        new Cached("training rows", budget.plan(blocks, trainBlockBytes)),
        new Cached(
            "held-out rows",
            budget.after(blocks * trainBlockBytes).plan(blocks, heldOutBlockBytes)));
  }

  /** Bytes of one worker. */
  public long bytesPerWorker() {
    return memory.stream().mapToLong(Item::bytes).sum();
  }
}
