package org.filbert.train;

import org.filbert.model.Model;
import org.filbert.workers.Workers;

/**
 * A method that fits a model to the encoded rows of a training run, in steps.
 *
 * @param <S> what it remembers from step to step
 */
public interface Solver<S extends Solver.State> {
  /** What every solver can tell about where it stands. */
  interface State {
    Progress progress();
  }

  /** Work and memory of a run on these data, before it begins. */
  Plan plan(Prepared prepared);

  S start(Prepared prepared, Workers workers);

  boolean done(S state);

  S step(S state, Workers workers);

  Model model(Prepared prepared, S state, Workers workers);
}
