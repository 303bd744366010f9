package org.filbert.solver;

import org.filbert.shard.Prepared;
import org.filbert.system.equations.Access;

/**
 * The solver that suits the system and the number of rows: the exact solution by one block, or
 * conjugate gradients.
 *
 * <p>Block descent stands for it until it is chosen.
 */
public record AutomaticSolver() implements SystemSolverOptions {
  private static final BlockDescentOptions STAND_IN = BlockDescentOptions.of(1, 1);

  @Override
  public SystemSolverOptions standIn() {
    return STAND_IN;
  }

  @Override
  public Access access() {
    return STAND_IN.access();
  }

  @Override
  public Stopping stopping() {
    return STAND_IN.stopping();
  }

  @Override
  public Solver<?> solver(Prepared prepared, long seed) {
    return STAND_IN.solver(prepared, seed);
  }
}
