package org.filbert.solver;

/** Options of a solver of kernel systems. */
public interface SystemSolverOptions extends SolverOptions {
  /** Unknowns of a block of the system. */
  int blockSize();

  /** Makes the solver. */
  Solver<?> solver(long seed);
}
