package org.filbert.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.filbert.cache.CacheBudget;
import org.filbert.cache.CachePlan;
import org.jspecify.annotations.Nullable;

/**
 * The memory and the work of a run, before it begins.
 *
 * @param blocks number of blocks; {@code blockRows} unknowns in the largest
 * @param memory bytes of the worker with the most, by purpose, without the cache
 * @param driver additional bytes of the driver, in its process
 * @param cache of one worker
 * @param work of an epoch
 * @param advice settings to change if the memory does not suffice
 * @param remarks decisions that depend on these figures, a sentence each
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

  /** A plan without remarks. */
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

  /** Memory for one purpose. */
  public record Item(String purpose, long bytes) {}

  /**
   * The cache in which one worker keeps blocks from epoch to epoch.
   *
   * @param budget of the worker
   * @param blocks their number
   * @param trainBytes of its training rows in one block
   * @param heldOutBytes of its held-out rows in one block
   */
  public record Cache(CacheBudget budget, int blocks, long trainBytes, long heldOutBytes) {
    /** A cache without blocks. */
    public static final Cache NONE = new Cache(CacheBudget.ofMemory(0), 0, 0, 0);

    /** Bytes of all blocks. */
    public long wanted() {
      return blocks * (trainBytes + heldOutBytes);
    }

    /** Bytes of memory that the cache takes. */
    public long memory() {
      return Math.min(budget.memory(), wanted());
    }

    /** The places of the blocks of training rows. */
    public CachePlan train() {
      return budget.plan(blocks, trainBytes);
    }

    /** The places of the blocks of held-out rows. */
    public CachePlan heldOut() {
      return budget.after(blocks * trainBytes).plan(blocks, heldOutBytes);
    }
  }

  /**
   * Work of an epoch.
   *
   * @param flops floating-point operations of all workers in an epoch that computes all blocks and
   *     finds the kept factors
   * @param factorFlops additional operations for factors: once if they are kept, otherwise in every
   *     epoch
   * @param entries number of entries of the kernel or feature matrix that one worker computes and
   *     multiplies
   * @param steps what steps take besides; null in a state of an earlier version
   * @param passes how the time is divided; null in a state of an earlier version
   */
  public record Work(
      double flops,
      double factorFlops,
      double entries,
      @Nullable Steps steps,
      @Nullable Passes passes) {
    /** What steps take besides. */
    @Override
    public Steps steps() {
      return Objects.requireNonNullElse(steps, Steps.NONE);
    }

    /** How the time is divided. */
    @Override
    public Passes passes() {
      return Objects.requireNonNullElseGet(passes, () -> Passes.over(entries));
    }

    /** The same work with more supersteps, and elements of vectors that are added up. */
    public Work and(double moreSupersteps, double firstElements, double laterElements) {
      return new Work(
          flops,
          factorFlops,
          entries,
          steps().and(moreSupersteps),
          passes().adding(firstElements, laterElements));
    }

    /** The same work with more operations for factors, those in double counted twice. */
    public Work factorising(double choleskyFlops) {
      return new Work(flops, factorFlops, entries, steps(), passes().factorising(choleskyFlops));
    }

    /** The same work with more that every epoch reads: elements of a factor, kept entries. */
    public Work reading(double solves, double kept) {
      return new Work(flops, factorFlops, entries, steps().solving(solves), passes().reading(kept));
    }
  }

  /**
   * What a worker's time goes to.
   *
   * @param distinct entries of the first epoch that differ: what the cache keeps is computed once,
   *     the other passes of the epoch read it there
   * @param factorEntries entries that are computed for factors, or read again
   * @param kept entries besides that every epoch reads from the cache
   * @param elements of vectors that are multiplied or added in the first epoch
   * @param laterElements the same in a later epoch
   * @param gramFlops operations of all workers for Gram matrices, those in double counted twice
   * @param choleskyFlops operations of all workers for factorisations, those in double counted
   *     twice
   */
  public record Passes(
      double distinct,
      double factorEntries,
      double kept,
      double elements,
      double laterElements,
      double gramFlops,
      double choleskyFlops) {
    /** One pass over entries, of which the cache finds none in the same epoch. */
    public static Passes over(double entries) {
      return new Passes(entries, 0, 0, 0, 0, 0, 0);
    }

    private Passes adding(double first, double later) {
      return new Passes(
          distinct,
          factorEntries,
          kept,
          elements + first,
          laterElements + later,
          gramFlops,
          choleskyFlops);
    }

    private Passes factorising(double more) {
      return new Passes(
          distinct, factorEntries, kept, elements, laterElements, gramFlops, choleskyFlops + more);
    }

    private Passes reading(double more) {
      return new Passes(
          distinct, factorEntries, kept + more, elements, laterElements, gramFlops, choleskyFlops);
    }
  }

  /**
   * What the steps of an epoch take besides the entries of the matrix.
   *
   * @param solves elements of factors that the solutions of blocks read, one block after the other
   * @param factorFlops operations for factors in an epoch after the first: 0 if all are kept
   * @param supersteps number of times that the driver waits for its workers
   * @param driverBytes that leave the driver or come to it
   * @param workerBytes that a worker receives past the driver, and passes on
   * @param rowBytes the part of {@code driverBytes}, and half of it of {@code workerBytes}, that
   *     does not travel if every block is in the cache
   * @param factorBytes that travel for factors: once if these are kept
   */
  public record Steps(
      double solves,
      double factorFlops,
      double supersteps,
      double driverBytes,
      double workerBytes,
      double rowBytes,
      double factorBytes) {
    public static final Steps NONE = new Steps(0, 0, 0, 0, 0, 0, 0);

    private Steps and(double moreSupersteps) {
      return new Steps(
          solves,
          factorFlops,
          supersteps + moreSupersteps,
          driverBytes,
          workerBytes,
          rowBytes,
          factorBytes);
    }

    private Steps solving(double more) {
      return new Steps(
          solves + more, factorFlops, supersteps, driverBytes, workerBytes, rowBytes, factorBytes);
    }

    /** Bytes that pass the driver, or a worker, one after the other in the first epoch. */
    public double bytes() {
      return driverBytes + workerBytes + factorBytes;
    }

    /**
     * The same for a later epoch.
     *
     * @param allKept whether every block is in the cache
     */
    public double laterBytes(boolean allKept) {
      return driverBytes
          + workerBytes
          - (allKept ? rowBytes + rowBytes / 2 : 0)
          + (factorFlops > 0 ? factorBytes : 0);
    }
  }

  /** The same plan with more memory on each worker. */
  public Plan and(List<Item> more) {
    List<Item> longer = new ArrayList<>(memory);
    longer.addAll(more);
    return new Plan(blocks, blockRows, longer, driver, cache, work, advice, remarks);
  }

  /** The same plan with another remark. */
  public Plan remarking(String remark) {
    List<String> longer = new ArrayList<>(remarks);
    longer.add(remark);
    return new Plan(blocks, blockRows, memory, driver, cache, work, advice, longer);
  }

  /** The same plan with other work. */
  public Plan with(Work other) {
    return new Plan(blocks, blockRows, memory, driver, cache, other, advice, remarks);
  }

  /** The same plan without a cache. */
  public Plan withoutCache() {
    return with(Cache.NONE);
  }

  /** The same plan with more bytes that the cache of each worker can keep. */
  public Plan withMoreToKeep(long bytes) {
    return with(
        new Cache(
            cache.budget(),
            cache.blocks(),
            cache.trainBytes() + (bytes - 1) / cache.blocks() + 1,
            cache.heldOutBytes()));
  }

  /** The same plan with at most so many bytes for the cache of each worker. */
  public Plan withCacheOf(long bytes) {
    CacheBudget budget = cache.budget();
    long memoryBytes = Math.max(0, Math.min(bytes, cache.memory()));
    return with(
        new Cache(
            new CacheBudget(memoryBytes, budget.disk(), budget.directory()),
            cache.blocks(),
            cache.trainBytes(),
            cache.heldOutBytes()));
  }

  private Plan with(Cache other) {
    return new Plan(blocks, blockRows, memory, driver, other, work, advice, remarks);
  }

  /** Bytes of one worker without its cache. */
  public long bytesWithoutCache() {
    return memory.stream().mapToLong(Item::bytes).sum();
  }

  /** Bytes of one worker. */
  public long bytesPerWorker() {
    return bytesWithoutCache() + cache.memory();
  }

  /** Additional bytes of the driver. */
  public long driverBytes() {
    return driver.stream().mapToLong(Item::bytes).sum();
  }
}
