package org.filbert.solver;

import java.util.List;
import java.util.OptionalInt;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Precision;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.system.Access;
import org.filbert.system.SystemOptions;

/** Options of a {@link StochasticDescent}. */
interface BatchOptions extends SystemSolverOptions {
  /** Passes over the training rows, at most. */
  int epochs();

  /** Epochs without a better validation error to stop after. */
  OptionalInt patience();

  /** The batches, and their preconditioner. */
  Batches batches();

  @Override
  default Stopping stopping() {
    return new Stopping(epochs(), 0, patience().orElse(0));
  }

  @Override
  default Access access() {
    return Access.ofBatches();
  }

  @Override
  default boolean ridgeless() {
    return true;
  }

  @Override
  default void check(SystemOptions system, Kernel kernel) {
    SystemSolverOptions.super.check(system, kernel);
    Batches.check(system, SolverType.of(this).name());
  }

  @Override
  default List<Plan.Item> memory(SystemOptions system, Prepared prepared, Precision precision) {
    return batches().memory(system, prepared, precision);
  }
}
