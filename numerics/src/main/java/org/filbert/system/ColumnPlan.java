package org.filbert.system;

import java.util.List;
import org.filbert.linalg.Precision;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;

/**
 * Memory and work of the normal equations of columns.
 *
 * @param precision of the columns
 */
record ColumnPlan(SystemSettings settings, Prepared prepared, Blocks blocks, Precision precision) {
  /** A Gram matrix and the factors of one block. */
  static long leastBytes(SystemSettings settings, Precision precision) {
    long b = settings.blockSize();
    if (settings.access().sketched()) {
      return b * Math.min(settings.access().rank(), b) * Precision.DOUBLE.bytes();
    }
    long ridges = settings.ridge().values().size();
    return b * b * (precision.bytes() + ridges * Precision.DOUBLE.bytes());
  }

  /**
   * Flops of one epoch with r ridges, d being the stored values of a row: generating Z takes 2ndp
   * at a time and twice an epoch, products with it 4npkr; Gram matrices nbp and factors rb²p/3.
   * With blocks solved by conjugate gradients sketches take 4nps in their place, and each iteration
   * on all blocks 4npkr.
   *
   * @param source what the columns are generated from, on every worker
   * @param centreBytes of a centre of the model
   */
  Plan plan(Plan.Item source, long centreBytes) {
    SystemPlan plan = new SystemPlan(settings, prepared, blocks);
    double n = prepared.rows();
    double p = blocks.unknowns();
    double d = prepared.rowValues();
    long b = blocks.largest();
    Precision factors = Factors.precision(precision, blocks);
    boolean grouped = precision == Precision.SINGLE && plan.shard() > GramTasks.GROUP;
    long group = grouped ? b * b * Precision.DOUBLE.bytes() : 0;
    boolean sketched = settings.access().sketched();
    return plan.with(
        precision,
        factors,
        List.of(
            source,
            plan.factors(factors),
            new Plan.Item(
                "block in flight",
                (sketched ? plan.sketchInFlight() : 2 * b * b * precision.bytes() + group)
                    + ColumnStrips.STRIP * b * precision.bytes())),
        centreBytes,
        4 * n * d * p + 4 * n * p * plan.columns() * (1 + plan.iterations()),
        sketched ? 4 * n * p * plan.rank() : n * b * p + plan.ridges() * b * b * p / 3,
        (2 + plan.iterations()) * n * p / plan.workers());
  }
}
