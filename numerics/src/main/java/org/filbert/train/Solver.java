package org.filbert.train;

import java.util.List;
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

    /** The settings tried, in ascending order of width and ridge; none if there is no choice. */
    default List<Candidate> candidates() {
      return List.of();
    }
  }

  /** Work and memory of a run on these data, before it begins. */
  Plan plan(Prepared prepared);

  /** Puts the solver's own state on the workers; the state before the first step. */
  S start(Prepared prepared, Workers workers);

  /** Whether there is no further step. */
  boolean done(S state);

  /** The next state, by as little work as an engine may want to stop after. */
  S step(S state, Workers workers);

  /** Collects the model, whose memory is its own. */
  Model model(Prepared prepared, S state, Workers workers);
}
