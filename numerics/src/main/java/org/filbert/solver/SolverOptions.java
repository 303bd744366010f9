package org.filbert.solver;

/** What can be chosen of a solver: a record whose components are its keys in a configuration. */
public interface SolverOptions {
  /** When a run with it is over. */
  Stopping stopping();
}
