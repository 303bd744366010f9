package org.filbert.system;

import java.util.List;
import org.filbert.linalg.Precision;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.Factors;
import org.filbert.system.equations.SystemSettings;
import org.filbert.system.internal.entries.DenseColumns;
import org.filbert.system.internal.entries.GramTasks;

/**
 * Memory and work of the normal equations of columns.
 *
 * @param precision of the columns
 * @param gram of their Gram matrices
 */
record ColumnPlan(
    SystemSettings settings,
    Prepared prepared,
    Blocks blocks,
    Precision precision,
    Precision gram) {
  /** Bytes of a block's coefficients of, and inner products with, ten directions; see costs.md. */
  private static final double DIRECTION_BYTES = 168;

  /** Bytes of the Gram matrix and the factors of one block. */
  static long leastBytes(SystemSettings settings, Precision precision) {
    long b = settings.blockSize();
    if (settings.access().sketched()) {
      return b * Math.min(settings.access().rank(), b) * Precision.DOUBLE.bytes();
    }
    long ridges = settings.ridge().values().size();
    return b * b * (precision.bytes() + ridges * Precision.DOUBLE.bytes());
  }

  /**
   * Flops of one epoch with r ridges, where d is the number of stored values of a row. Z is
   * generated with 2ndp flops, twice in an epoch of block descent, else once. Products with Z take
   * 4npkr. Gram matrices take nbp and factors rb²p/3, unless the solver multiplies by the whole
   * matrix. If blocks are solved by conjugate gradients, sketches take 4nps instead, and each
   * iteration on all blocks 4npkr.
   *
   * @param source memory for that from which every worker generates the columns
   * @param centreBytes bytes of a centre of the model
   */
  Plan plan(Plan.Item source, long centreBytes) {
    SystemPlan plan = new SystemPlan(settings, prepared, blocks);
    double n = prepared.rows();
    double p = blocks.unknowns();
    double d = prepared.rowValues();
    // Whole vectors are multiplied by Z and Zᵀ in one pass.
    int times = settings.access().again() && !settings.access().whole() ? 2 : 1;
    return plan.with(
        precision,
        Factors.precision(precision, blocks),
        settings.access().whole() ? List.of(source, strip(0)) : withFactors(source, plan),
        centreBytes,
        2 * times * n * d * p + 4 * n * p * plan.columns() * (1 + plan.iterations()),
        factorFlops(plan),
        (times + plan.iterations()) * n * p / plan.workers(),
        settings.access().whole() ? plan.wholeSteps(0) : steps(plan),
        passes(plan));
  }

  /**
   * A worker computes its columns once if the cache keeps them. For the factors it passes over them
   * once more.
   */
  private Plan.Passes passes(SystemPlan plan) {
    double n = prepared.rows();
    double p = blocks.unknowns();
    double b = blocks.largest();
    double once = n * p / plan.workers();
    if (settings.access().whole()) {
      return Plan.Passes.over(once);
    }
    if (settings.access().sketched()) {
      return new Plan.Passes(once, once, 0, 0, 0, factorFlops(plan), 0);
    }
    return new Plan.Passes(
        once,
        once,
        0,
        0,
        0,
        n * b * p * SystemPlan.weight(gram),
        plan.ridges() * b * b * p / 3 * SystemPlan.weight(Factors.precision(precision, blocks)));
  }

  /** With a triangle of every Gram matrix, and products with the last directions. */
  private Plan.Steps steps(SystemPlan plan) {
    double b = blocks.largest();
    return plan.blockSteps(
        0,
        DIRECTION_BYTES * plan.workers() * plan.columns(),
        factorFlops(plan),
        settings.access().sketched() ? 0 : b * blocks.unknowns() / 2 * precision.bytes(),
        Factors.precision(precision, blocks));
  }

  private List<Plan.Item> withFactors(Plan.Item source, SystemPlan plan) {
    long b = blocks.largest();
    boolean grouped = precision == Precision.SINGLE && plan.shard() > GramTasks.GROUP;
    long group = grouped ? b * b * Precision.DOUBLE.bytes() : 0;
    return List.of(
        source,
        plan.factors(Factors.precision(precision, blocks)),
        strip(
            settings.access().sketched()
                ? plan.sketchInFlight()
                : 2 * b * b * precision.bytes() + group));
  }

  private Plan.Item strip(long besides) {
    long b = blocks.largest();
    long columns = settings.access().whole() ? blocks.unknowns() : b;
    return new Plan.Item(
        "block in flight",
        besides + DenseColumns.strip(settings.access()) * columns * precision.bytes());
  }

  private double factorFlops(SystemPlan plan) {
    double n = prepared.rows();
    double p = blocks.unknowns();
    double b = blocks.largest();
    if (settings.access().whole()) {
      return 0;
    }
    return settings.access().sketched()
        ? 4 * n * p * plan.rank()
        : n * b * p + plan.ridges() * b * b * p / 3;
  }
}
