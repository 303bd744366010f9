package org.filbert.workers;

import java.util.List;

/**
 * A sequential algorithm over {@link Workers}, cut into steps so that an engine can stop and resume
 * it between any two.
 *
 * <p>Every method is a pure function of its arguments and of the workers' state: if it runs again
 * from the same state, with the same answers, it issues the same tasks. Therefore a run that fails
 * and recovers ends with the same bits as one that does not fail.
 *
 * @param <S> the state that the algorithm carries from step to step, immutable plain data
 * @param <R> its result
 */
public interface Program<S, R> {
  /** Prepares the workers. Returns the state before the first step. */
  S start(Workers workers);

  /** Whether the program has no further step. */
  boolean done(S state);

  /**
   * Takes a step and returns the next state. An engine may stop the program between any two steps.
   */
  S step(S state, Workers workers);

  /** Collects the result. */
  R finish(S state, Workers workers);

  /**
   * The classes that name the tasks, answers, states and keys for an engine that sends them over a
   * wire. A record brings the types of its components. Any class brings the records that are nested
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
