package org.filbert.solver;

import org.filbert.train.Solver;
import org.filbert.workers.Workers;

/** A solver that may be started again on the same workers, for another kernel. */
public interface Restartable<S extends Solver.State> extends Solver<S> {
  /**
   * Puts the model's coefficients aside on the workers, where another start leaves them alone;
   * {@link #model} of this state then collects these.
   */
  void keep(S state, Workers workers);
}
