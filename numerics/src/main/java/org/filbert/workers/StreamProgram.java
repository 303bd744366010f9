package org.filbert.workers;

import java.util.List;

/**
 * An algorithm that is driven by arrivals: one step for each batch of a stream without end. Pure as
 * a {@link Program} is: run again from the same state, with the same batch and the same answers, it
 * issues the same tasks and comes to the same outputs.
 *
 * @param <S> all that the algorithm remembers from step to step, immutable plain data
 * @param <B> a batch of what arrives
 * @param <O> what leaves
 */
public interface StreamProgram<S, B, O> {
  /** Prepares the workers; the state before the first batch. */
  S start(Workers workers);

  /** Takes in one batch; an engine may stop the program between any two steps. */
  Stepped<S, O> step(S state, B batch, Workers workers);

  /** What is left to say when the stream has an end after all. */
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
