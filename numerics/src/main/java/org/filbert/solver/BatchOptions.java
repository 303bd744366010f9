package org.filbert.solver;

import java.util.OptionalInt;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.system.Access;
import org.filbert.system.Batchwise;
import org.filbert.system.Facet;
import org.filbert.system.SystemOptions;
import org.filbert.system.SystemSettings;

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
  default Facet<Batchwise> facet() {
    return Batchwise.FACET;
  }

  @Override
  default Plan plan(
      Plan ofSystem, SystemOptions system, SystemSettings settings, Prepared prepared) {
    return ofSystem.and(batches().memory(system, prepared, settings.precision()));
  }
}
