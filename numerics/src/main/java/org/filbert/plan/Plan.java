package org.filbert.plan;

import java.util.ArrayList;
import java.util.List;
import org.filbert.cache.CacheBudget;
import org.filbert.cache.CachePlan;

/**
 * What a run will hold and do.
 *
 * @param blocks number of blocks; {@code blockRows} unknowns in the largest
 * @param memory bytes of one worker, the one with the most, by what they are for; without the cache
 * @param driver bytes that the driver has besides, in its process
 * @param cache of one worker
 * @param work of an epoch
 * @param advice what to change if the memory does not suffice
 * @param remarks what was decided from these figures and others, a sentence each
 */
public record Plan(
    int blocks,
    int blockRows,
    List<Item> memory,
    List<Item> driver,
    Cache cache,
    Work work,
    String advice,
    List<String> remarks) {
  public Plan {
    memory = List.copyOf(memory);
    driver = List.copyOf(driver);
    remarks = List.copyOf(remarks);
  }

  /** Without remarks. */
  public Plan(
      int blocks,
      int blockRows,
      List<Item> memory,
      List<Item> driver,
      Cache cache,
      Work work,
      String advice) {
    this(blocks, blockRows, memory, driver, cache, work, advice, List.of());
  }

  /** Bytes for one purpose. */
  public record Item(String purpose, long bytes) {}

  /**
   * Blocks that one worker keeps from epoch to epoch.
   *
   * @param budget of the worker
   * @param blocks their number
   * @param trainBytes of its training rows in one block
   * @param heldOutBytes of its held-out rows in one block
   */
  public record Cache(CacheBudget budget, int blocks, long trainBytes, long heldOutBytes) {
    /** No blocks at all. */
    public static final Cache NONE = new Cache(CacheBudget.ofMemory(0), 0, 0, 0);

    /** What it takes to keep all blocks. */
    public long wanted() {
      return blocks * (trainBytes + heldOutBytes);
    }

    /** Bytes of memory that it takes. */
    public long memory() {
      return Math.min(budget.memory(), wanted());
    }

    /** Where the blocks of training rows are kept. */
    public CachePlan train() {
      return budget.plan(blocks, trainBytes);
    }

    /** Where the blocks of held-out rows are kept. */
    public CachePlan heldOut() {
      return budget.after(blocks * trainBytes).plan(blocks, heldOutBytes);
    }
  }

  /**
   * Work of an epoch.
   *
   * @param flops floating-point operations on all workers, of an epoch that computes all blocks and
   *     finds all factors that are kept
   * @param factorFlops what factors take besides: once if they are kept, else in every epoch
   * @param entries of the kernel or feature matrix that one worker computes and multiplies
   */
  public record Work(double flops, double factorFlops, double entries) {}

  /** The same with more on each worker. */
  public Plan and(List<Item> more) {
    List<Item> longer = new ArrayList<>(memory);
    longer.addAll(more);
    return new Plan(blocks, blockRows, longer, driver, cache, work, advice, remarks);
  }

  /** The same with something else to say. */
  public Plan remarking(String remark) {
    List<String> longer = new ArrayList<>(remarks);
    longer.add(remark);
    return new Plan(blocks, blockRows, memory, driver, cache, work, advice, longer);
  }

  /** The same where nothing is worth keeping. */
  public Plan withoutCache() {
    return new Plan(blocks, blockRows, memory, driver, Cache.NONE, work, advice, remarks);
  }

  /** The same with so many bytes more that the cache of each worker can keep. */
  public Plan withMoreToKeep(long bytes) {
    Cache larger =
        new Cache(
            cache.budget(),
            cache.blocks(),
            cache.trainBytes() + (bytes - 1) / cache.blocks() + 1,
            cache.heldOutBytes());
    return new Plan(blocks, blockRows, memory, driver, larger, work, advice, remarks);
  }

  /** The same with at most so many bytes for the cache of each worker. */
  public Plan withCacheOf(long bytes) {
    CacheBudget budget = cache.budget();
    Cache smaller =
        new Cache(
            new CacheBudget(
                Math.max(0, Math.min(bytes, cache.memory())), budget.disk(), budget.directory()),
            cache.blocks(),
            cache.trainBytes(),
            cache.heldOutBytes());
    return new Plan(blocks, blockRows, memory, driver, smaller, work, advice, remarks);
  }

  /** Bytes of one worker without its cache. */
  public long bytesWithoutCache() {
    return memory.stream().mapToLong(Item::bytes).sum();
  }

  /** Bytes of one worker. */
  public long bytesPerWorker() {
    return bytesWithoutCache() + cache.memory();
  }

  /** Bytes that the driver has besides. */
  public long driverBytes() {
    return driver.stream().mapToLong(Item::bytes).sum();
  }
}
