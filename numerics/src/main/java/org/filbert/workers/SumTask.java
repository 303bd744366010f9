package org.filbert.workers;

import org.filbert.cost.Phase;

/**
 * What a worker does with a sum over all workers: as a {@link Task}, plain data that travel to
 * those who get the sum.
 *
 * @param <R> what one worker answers
 */
@FunctionalInterface
public interface SumTask<R> {
  /**
   * Does it.
   *
   * @param sum closed by the engine afterwards; the task may write to it unless other workers get
   *     the same
   */
  R run(Worker worker, Matrices sum);

  /** The phase that its costs belong to; see {@link Task#phase}. */
  default Phase phase() {
    return Phase.of(getClass());
  }
}
