package org.filbert.system;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.linalg.Precision;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.SystemSettings;
import org.filbert.system.internal.entries.BlockSketch;
import org.filbert.system.internal.entries.SketchedBlock;

/** The parts that the plans of all systems have in common. */
record SystemPlan(SystemSettings settings, Prepared prepared, Blocks blocks) {
  /** Supersteps of a block: right-hand side, solution, step. */
  private static final int STEP = 3;

  /** Additional ones where it is solved by conjugate gradients. */
  private static final int ITERATION = SketchedBlock.EXPECTED;

  /** Supersteps of an iteration on whole vectors, besides one for each piece. */
  private static final int WHOLE = 8;

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
    return settings.columns(prepared);
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

  /** How often an operation in a precision counts beside one in single precision. */
  static double weight(Precision precision) {
    return (double) precision.bytes() / Precision.SINGLE.bytes();
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

  /**
   * The steps of block descent: of every block its right-hand side, which comes to the driver and
   * goes to the home, and its step, which comes from there and goes to all.
   *
   * @param rowBytes bytes of a row that travels with each unknown; 0 for columns
   * @param products bytes of a block's inner products with earlier directions
   * @param factorFlops of all factors
   * @param factorBytes that travel for them
   */
  Plan.Steps blockSteps(
      long rowBytes, double products, double factorFlops, double factorBytes, Precision factors) {
    double u = blocks.unknowns();
    double b = blocks.largest();
    boolean kept = keepsAllFactors(factors);
    return new Plan.Steps(
        settings.access().sketched() ? 0 : blocks.count() * b * b * ridges(),
        kept ? 0 : factorFlops,
        blocks.count() * (settings.access().sketched() ? STEP + ITERATION : STEP),
        u * (32.0 * columns() + 2 * rowBytes) + blocks.count() * products,
        u * (8.0 * columns() + rowBytes),
        2 * u * rowBytes,
        factorBytes);
  }

  /**
   * The steps of an iteration on whole vectors: the direction goes from the driver to all, the
   * product comes back.
   *
   * @param rowBytes bytes of a row that travels with each unknown; 0 for columns
   */
  Plan.Steps wholeSteps(long rowBytes) {
    double u = blocks.unknowns();
    return new Plan.Steps(
        0,
        0,
        blocks.count() + WHOLE,
        u * (16.0 * columns() + 2 * rowBytes),
        u * (16.0 * columns() + rowBytes),
        2 * u * rowBytes,
        0);
  }

  /** The plan of a system without cache and factors. */
  Plan withoutFactors(
      List<Plan.Item> memory, double flops, double entries, Plan.Steps steps, String advice) {
    List<Plan.Item> items = new ArrayList<>(memory);
    items.add(coefficients());
    return new Plan(
        blocks.count(),
        blocks.largest(),
        items,
        List.of(modelOnItsWay(Long.BYTES)),
        Plan.Cache.NONE,
        new Plan.Work(flops, 0, entries, steps, Plan.Passes.over(entries)),
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
   * @param steps what steps take besides
   * @param passes how the time is divided
   */
  Plan with(
      Precision cached,
      Precision factors,
      List<Plan.Item> memory,
      long centreBytes,
      double flops,
      double factorFlops,
      double entries,
      Plan.Steps steps,
      Plan.Passes passes) {
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
        new Plan.Work(flops + (kept ? 0 : factorFlops), factorFlops, entries, steps, passes),
        (blocks.count() == 1 || factorBytes(factors) > 1e9
                ? "a smaller solver.blockSize than " + settings.blockSize()
                : "a smaller cache.memory or factors.memory")
            + ", or fewer rows");
  }
}
