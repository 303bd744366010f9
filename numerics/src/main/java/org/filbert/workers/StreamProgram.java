package org.filbert.workers;

import java.util.List;

/**
 * An algorithm that takes one step for each batch of an endless stream. It is pure, as a {@link
 * Program} is: if a step runs again from the same state, with the same batch and the same answers,
 * it issues the same tasks and returns the same outputs.
 *
 * @param <S> the state that the algorithm carries from step to step, immutable plain data
 * @param <B> a batch of records that arrive
 * @param <O> an output
 */
public interface StreamProgram<S, B, O> {
  /** Prepares the workers. Returns the state before the first batch. */
  S start(Workers workers);

  /** Processes one batch. An engine may stop the program between any two steps. */
  Stepped<S, O> step(S state, B batch, Workers workers);

  /** The last outputs, in case the stream ends. */
  default List<O> finish(S state, Workers workers) {
    return List.of();
  }

  /**
   * The classes that name the tasks, answers, states, keys, batches and outputs; see {@link
   * Program#messages}.
   */
  default List<Class<?>> messages() {
    return List.of(getClass());
  }
}
