package org.filbert.operators.loop;

import java.io.Serializable;
import org.filbert.data.Placement;
import org.filbert.linalg.Backend;
import org.filbert.workers.Program;
import org.jspecify.annotations.Nullable;

/**
 * A loop to be run: shipped with the job to every operator, which make what they need of it.
 *
 * @param <S> the program's state
 * @param <R> its result
 */
public interface LoopSpec<S, R> extends Serializable {
  /** Unique within the job. */
  String name();

  Placement placement();

  Program<S, R> program();

  /**
   * Numerics of a worker.
   *
   * @param slots how many workers may run in its process
   */
  Backend backend(int slots);

  /** Follows the program on the driver. */
  Observer<S, R> observer();

  /**
   * What happens outside the loop while it runs. After a failure a state that was shown before may
   * be shown again, the result too: writing must be idempotent.
   */
  interface Observer<S, R> {
    /** The program has reached a state; null after a failure before the first. */
    void reached(S state);

    void finished(S state, R result);

    /** A message for the user if the failure is one that trying again cannot mend. */
    @Nullable String explain(Throwable failure);
  }
}
