package org.filbert.system;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.linalg.Precision;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;

/** The parts that the plans of all systems have in common. */
record SystemPlan(SystemSettings settings, Prepared prepared, Blocks blocks) {
  int workers() {
    return prepared.shardRows().size();
  }

  /** Training rows of the worker with the most. */
  long shard() {
    return Collections.max(prepared.shardRows());
  }

  long ridges() {
    return settings.ridge().values().size();
  }

  /** Number of right-hand sides of all ridges and members. */
  long columns() {
    return ridges() * settings.members() * prepared.columns();
  }

  /** Bytes of a vector with its fitted values on the worker with the most. */
  long vectorBytes() {
    int own = IntStream.range(0, workers()).map(blocks::own).max().orElse(0);
    return (own + shard()) * columns() * Double.BYTES;
  }

  /** Memory of the unknowns with their fitted values, also on held-out rows. */
  Plan.Item coefficients() {
    return new Plan.Item(
        "coefficients, fitted values",
        vectorBytes() + prepared.heldOutShardRows() * columns() * Double.BYTES);
  }

  private long factorBytes(Precision precision) {
    long b = blocks.largest();
    return settings.access().sketched()
        ? BlockSketch.bytes(b, rank(), ridges())
        : ridges() * b * b * precision.bytes();
  }

  /** Columns of a block's sketch; 0 where blocks are solved by factors. */
  long rank() {
    return Math.min(settings.access().rank(), blocks.largest());
  }

  /** Bytes of a block's Ω and Y at a worker while its sketch is made. */
  long sketchInFlight() {
    return 3 * rank() * blocks.largest() * Double.BYTES;
  }

  /** Number of additional products with a block's equations in an epoch. */
  double iterations() {
    return settings.access().sketched() ? SketchedBlock.EXPECTED : 0;
  }

  private long keptFactors(Precision precision) {
    return Math.min(allFactors(precision), settings.factorBytes() / workers());
  }

  private long allFactors(Precision precision) {
    return (blocks.count() + workers() - 1L) / workers() * factorBytes(precision);
  }

  private boolean keepsAllFactors(Precision precision) {
    return keptFactors(precision) == allFactors(precision);
  }

  /** Bytes of the driver: a block's Y as a message, and the vectors of its iteration. */
  private long iterationBytes() {
    return blocks.largest() * (2 * rank() + 8 * columns()) * Double.BYTES;
  }

  Plan.Item factors(Precision precision) {
    return new Plan.Item(
        settings.access().sketched() ? "sketches of blocks" : "factors",
        keptFactors(precision) + (keepsAllFactors(precision) ? 0 : factorBytes(precision)));
  }

  /** The plan of a system without cache and factors. */
  Plan withoutFactors(List<Plan.Item> memory, double flops, double entries, String advice) {
    List<Plan.Item> items = new ArrayList<>(memory);
    items.add(coefficients());
    return new Plan(
        blocks.count(),
        blocks.largest(),
        items,
        List.of(modelOnItsWay(Long.BYTES)),
        Plan.Cache.NONE,
        new Plan.Work(flops, 0, entries),
        advice + ", or fewer rows");
  }

  Plan.Item modelOnItsWay(long centreBytes) {
    return new Plan.Item(
        "the model on its way",
        3 * blocks.unknowns() * (centreBytes + (long) prepared.columns() * Double.BYTES));
  }

  /**
   * A plan.
   *
   * @param cached precision of cached values
   * @param factors precision of the factors
   * @param memory of a worker, without the vectors
   * @param centreBytes bytes of a centre of the model
   * @param flops of an epoch
   * @param factorFlops of all factors
   * @param entries number of entries that a worker computes in an epoch
   */
  Plan with(
      Precision cached,
      Precision factors,
      List<Plan.Item> memory,
      long centreBytes,
      double flops,
      double factorFlops,
      double entries) {
    long blockBytes = (long) blocks.largest() * cached.bytes();
    List<Plan.Item> items = new ArrayList<>(memory);
    items.add(coefficients());
    boolean kept = keepsAllFactors(factors);
    return new Plan(
        blocks.count(),
        blocks.largest(),
        items,
        List.of(
            new Plan.Item(
                "a block on its way",
                3L * blocks.largest() * (prepared.rowBytes() + columns() * Double.BYTES)
                    + (settings.access().sketched() ? iterationBytes() : 0)),
            modelOnItsWay(centreBytes)),
        new Plan.Cache(
            settings.cache().share(workers()),
            blocks.count(),
            shard() * blockBytes,
            prepared.heldOutShardRows() * blockBytes),
        new Plan.Work(flops + (kept ? 0 : factorFlops), factorFlops, entries),
        (blocks.count() == 1 || factorBytes(factors) > 1e9
                ? "a smaller solver.blockSize than " + settings.blockSize()
                : "a smaller cache.memory or factors.memory")
            + ", or fewer rows");
  }
}
