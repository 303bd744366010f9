package org.filbert.operators.loop;

import java.util.List;
import org.filbert.workers.Program;
import org.jspecify.annotations.Nullable;

/**
 * A loop over rows that the workers hold, from start to finish.
 *
 * @param <S> the program's state
 * @param <R> its result
 */
public non-sealed interface LoopSpec<S, R> extends Loop {
  Program<S, R> program();

  /** Follows the program on the driver. */
  Observer<S, R> observer();

  @Override
  default List<Class<?>> messages() {
    return program().messages();
  }

  @Override
  default @Nullable String explain(Throwable failure) {
    return observer().explain(failure);
  }

  /**
   * What happens outside the loop while it runs. After a failure a state that was shown before may
   * be shown again, the result too: writing must be idempotent.
   */
  interface Observer<S, R> extends AutoCloseable {
    /** The program has reached a state; null after a failure before the first. */
    void reached(S state);

    void finished(S state, R result);

    /** A message for the user if the failure is one that trying again cannot mend. */
    @Nullable String explain(Throwable failure);

    /** The attempt is over, however it ended: what has been reported is written now. */
    @Override
    default void close() {}
  }
}
