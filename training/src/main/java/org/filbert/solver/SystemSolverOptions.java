package org.filbert.solver;

import org.filbert.kernel.Kernel;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.system.Facet;
import org.filbert.system.SystemOptions;
import org.filbert.system.equations.Access;
import org.filbert.system.equations.Risk;
import org.filbert.system.equations.SystemSettings;

/** Options of a solver of kernel systems. */
public interface SystemSolverOptions extends SolverOptions {
  @Override
  default SystemSolverOptions standIn() {
    return this;
  }

  /** The parts of the matrix that the solver uses: by default all of it in each step. */
  default Access access() {
    return Access.ofWhole();
  }

  /** The operations that a system needs besides those of all systems. */
  default Facet<?> facet() {
    return Facet.NONE;
  }

  /**
   * Refuses a system or kernel that the solver does not go with.
   *
   * @throws IllegalArgumentException if it does not
   */
  default void check(SystemOptions system, Kernel kernel) {
    system.check(kernel, access());
  }

  /**
   * Refuses a risk that the solver cannot minimise: by default all but ridge regression.
   *
   * @throws IllegalArgumentException if it cannot
   */
  default void check(SystemOptions system, Risk risk) {
    system.check(risk);
    refuseL1(risk);
    if (!risk.linear()) {
      throw new IllegalArgumentException(
          "objective.loss is %s, which needs solver: {type: newton-cg}".formatted(risk.lossName()));
    }
  }

  /** Refuses the penalty ‖u‖₁. */
  static void refuseL1(Risk risk) {
    if (risk.norm() == Risk.Norm.L1) {
      throw new IllegalArgumentException(
          "objective.penalty is l1, which needs solver: {type: block-coordinate-descent}");
    }
  }

  /** Whether the solver works without a ridge. */
  default boolean ridgeless() {
    return false;
  }

  /** The plan of a system with what the solver adds to it, but for its vectors. */
  default Plan plan(
      Plan ofSystem, SystemOptions system, SystemSettings settings, Prepared prepared) {
    return ofSystem;
  }

  /** Makes the solver. */
  Solver<?> solver(Prepared prepared, long seed);
}
