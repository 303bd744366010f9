package org.filbert.solver;

import org.filbert.kernel.Kernel;
import org.filbert.shard.Prepared;
import org.filbert.system.Access;
import org.filbert.system.SystemOptions;

/** Options of a solver of kernel systems. */
public interface SystemSolverOptions extends SolverOptions {
  /** What it looks at. */
  Access access();

  /**
   * Refuses what does not go together.
   *
   * @throws IllegalArgumentException if it does not
   */
  default void check(SystemOptions system, Kernel kernel) {
    system.check(kernel, access());
  }

  /** Makes the solver. */
  Solver<?> solver(Prepared prepared, long seed);
}
