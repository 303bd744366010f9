package org.filbert.workers;

import java.util.List;

/**
 * A sequential algorithm over {@link Workers}, cut into steps so that an engine can stop and resume
 * it between any two.
 *
 * <p>Every method is a pure function of its arguments and of the workers' state: run again from the
 * same state, with the same answers, it issues the same tasks. That is what makes a run that failed
 * and recovered end with the same bits as one that did not.
 *
 * @param <S> all that the algorithm remembers from step to step, immutable plain data
 * @param <R> its result
 */
public interface Program<S, R> {
  /** Prepares the workers; the state before the first step. */
  S start(Workers workers);

  /** Whether there is no further step. */
  boolean done(S state);

  /** The next state; an engine may stop the program between any two steps. */
  S step(S state, Workers workers);

  /** Collects the result. */
  R finish(S state, Workers workers);

  /**
   * The classes that name the tasks, answers, states and keys for an engine that has to carry them
   * over a wire: a record brings the types of its components, any class the records that are nested
   * in it.
   */
  default List<Class<?>> messages() {
    return List.of(getClass());
  }

  /** Runs the program from start to finish. */
  default R run(Workers workers) {
    S state = start(workers);
    while (!done(state)) {
      state = step(state, workers);
    }
    return finish(state, workers);
  }
}
