package org.filbert.workers;

import java.util.List;
import org.filbert.data.RefusedException;

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

  /**
   * Takes over the part of a former worker's state that is a worker's own, when the stream goes on
   * with another number of workers. It is called for every worker with each of the former ones, in
   * their order and between two steps; the state that {@link #step} carries stays.
   *
   * @param former a worker of before; what it has may be taken away
   * @param worker a worker of now
   * @throws RefusedException if the number cannot change
   */
  default void takeOver(Worker former, Worker worker) {
    throw new RefusedException(
        "the state of %s belongs to %s workers, found %s: go on with %s"
            .formatted(getClass().getSimpleName(), former.count(), worker.count(), former.count()));
  }

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
