package org.filbert.train.method;

import java.util.Optional;
import java.util.OptionalInt;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.solver.SolverOptions;
import org.filbert.solver.Stopping;

/**
 * How often held-out rows are scored, how many, and what they choose by. An automatic interval
 * follows from the plan and never from a clock: validation rows decide which epoch is kept, and
 * runs of one configuration must give the same model.
 *
 * @param every epochs from one scoring to the next; absent: as few as leave at most a fifth of the
 *     run to it
 * @param rows of validation and of test rows that are scored, about; absent: all
 * @param by what validation rows choose by; absent: the error or, in regression, the root mean
 *     squared error
 */
public record Evaluation(OptionalInt every, OptionalInt rows, Optional<Measure> by) {
  /** An automatic interval and all rows. */
  public static final Evaluation AUTO = new Evaluation(OptionalInt.empty(), OptionalInt.empty());

  /** Largest ratio of the time of scoring to that of training: a fifth of both together. */
  private static final double SHARE = 0.25;

  /** Operations that scoring may take in any case: about two seconds of a small machine. */
  private static final double FREE = 2e11;

  /**
   * Cost of computing a value of the kernel or feature matrix or of reading it from a cache, in
   * operations of a matrix product.
   */
  private static final double VALUE = 100;

  /** Chooses by the error, or by the root mean squared error. */
  public Evaluation(OptionalInt every, OptionalInt rows) {
    this(every, rows, Optional.empty());
  }

  public Evaluation {
    SolverOptions.atLeast("every", every, 1);
    SolverOptions.atLeast("rows", rows, 1);
  }

  /** The number of held-out rows of one kind that are scored, of so many. */
  public long scored(long all) {
    return rows.isPresent() ? Math.min(all, rows.getAsInt()) : all;
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
    // The epoch that is kept must not depend on what there is room for.
    boolean caches = prepared.validationRows() == 0;
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
