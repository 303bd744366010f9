package org.filbert.solver;

import java.util.List;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Precision;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.system.Access;
import org.filbert.system.Risk;
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

  /**
   * Refuses what it cannot minimise: anything but ridge regression, unless it says otherwise.
   *
   * @throws IllegalArgumentException if it cannot
   */
  default void check(SystemOptions system, Risk risk) {
    system.check(risk);
    if (risk.norm() == Risk.Norm.L1) {
      throw new IllegalArgumentException(
          "objective.penalty is l1, which needs solver: {type: block-coordinate-descent}");
    }
    if (!risk.linear()) {
      throw new IllegalArgumentException(
          "objective.loss is %s, which needs solver: {type: newton-cg}".formatted(risk.lossName()));
    }
  }

  /** Whether it can do without a ridge. */
  default boolean ridgeless() {
    return false;
  }

  /** Bytes of a worker besides those of the system and of vectors. */
  default List<Plan.Item> memory(SystemOptions system, Prepared prepared, Precision precision) {
    return List.of();
  }

  /** Makes the solver. */
  Solver<?> solver(Prepared prepared, long seed);
}
