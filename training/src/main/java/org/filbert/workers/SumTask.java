package org.filbert.workers;

import org.filbert.cost.Phase;

/**
 * The work of a worker with a sum over all workers. As a {@link Task} it is plain data, which
 * travel to the recipients of the sum.
 *
 * @param <R> the answer of one worker
 */
@FunctionalInterface
public interface SumTask<R> {
  /**
   * Does the work.
   *
   * @param sum closed by the engine afterwards; the task may write to it unless other workers get
   *     the same sum
   */
  R run(Worker worker, Matrices sum);

  /** The phase of its costs; see {@link Task#phase}. */
  default Phase phase() {
    return Task.phaseOf(getClass());
  }
}
