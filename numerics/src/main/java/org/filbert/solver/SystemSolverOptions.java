package org.filbert.solver;

import java.util.List;
import org.filbert.linalg.Precision;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.system.SystemOptions;

/** Options of a solver of kernel systems. */
public interface SystemSolverOptions extends SolverOptions {
  /** Unknowns of a block of the system. */
  int blockSize();

  /** Whether smaller blocks will do as well, where the system has no such large ones. */
  default boolean anyBlockSize() {
    return false;
  }

  /** Unknowns of a block of this system. */
  default int blockSize(SystemOptions system) {
    return anyBlockSize() ? Math.min(blockSize(), system.largestBlock()) : blockSize();
  }

  /** Whether it can do without a ridge. */
  default boolean ridgeless() {
    return false;
  }

  /** Whether it looks at the same blocks of the system in every epoch. */
  default boolean revisits() {
    return true;
  }

  /**
   * Refuses a system that it cannot solve.
   *
   * @throws IllegalArgumentException if that is so
   */
  default void check(SystemOptions system) {}

  /** Bytes of a worker besides those of the system and of vectors. */
  default List<Plan.Item> memory(Prepared prepared, Precision precision) {
    return List.of();
  }

  /** Makes the solver. */
  Solver<?> solver(long seed);
}
