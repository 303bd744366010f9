package org.filbert.train;

import java.util.OptionalInt;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.solver.SolverOptions;
import org.filbert.solver.Stopping;

/**
 * How much of a run goes into scoring held-out rows. What it comes to is worked out from the plan,
 * never from a clock: with patience the errors decide when a run ends, and runs of one
 * configuration give the same model.
 *
 * @param every epochs from one scoring to the next; absent: as few as leave at most a fifth of the
 *     run to it
 * @param rows of validation and of test rows that are scored, about; absent: all
 */
public record Evaluation(OptionalInt every, OptionalInt rows) {
  /** All rows, by default. */
  public static final Evaluation AUTO = new Evaluation(OptionalInt.empty(), OptionalInt.empty());

  /** Scoring may take this part of the time that training does: a fifth of both. */
  private static final double SHARE = 0.25;

  /** Operations that scoring may take in any case: about two seconds of a small machine. */
  private static final double FREE = 2e11;

  /**
   * What a value of the kernel or feature matrix takes besides products, or to come from a cache,
   * in operations of a product.
   */
  private static final double VALUE = 100;

  public Evaluation {
    SolverOptions.atLeast("every", every, 1);
    SolverOptions.atLeast("rows", rows, 1);
  }

  /**
   * Epochs from one scoring to the next.
   *
   * @param columns right-hand sides of all ridges
   * @param passes of an epoch over the kernel or feature matrix
   */
  public int interval(Prepared prepared, Plan plan, long columns, int passes, Stopping stopping) {
    if (every.isPresent()) {
      return every.getAsInt();
    }
    double rows = (double) (prepared.validationRows() + prepared.testRows()) / prepared.rows();
    // With patience the model must not depend on what there is room for.
    boolean caches = stopping.patience() == 0;
    double training = work(prepared, plan, columns, caches ? plan.cache().train().keptShare() : 0);
    double scoring =
        rows
            / passes
            * work(prepared, plan, columns, caches ? plan.cache().heldOut().keptShare() : 0);
    double scorings =
        Math.max(1, (SHARE * training * stopping.epochs() + FREE) / Math.max(scoring, 1));
    return (int) Math.ceil(Math.max(1, stopping.epochs() / scorings));
  }

  /** Operations of an epoch of which a part comes from a cache. */
  private static double work(Prepared prepared, Plan plan, long columns, double kept) {
    double entries = plan.work().entries() * prepared.shardRows().size();
    double products = Math.min(2 * entries * columns, plan.work().flops());
    return VALUE * entries + products + (1 - kept) * (plan.work().flops() - products);
  }
}
