package org.filbert.operators.loop.spec;

import java.util.List;
import org.filbert.workers.Program;
import org.jspecify.annotations.Nullable;

/**
 * A loop over rows that the workers hold.
 *
 * @param <S> the program's state
 * @param <R> its result
 */
public interface LoopSpec<S, R> extends Loop {
  Program<S, R> program();

  /** Observes the program on the driver. */
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
   * Acts outside the loop while it runs. After a failure, a state or the result may be reported
   * again, so writing must be idempotent.
   */
  interface Observer<S, R> extends AutoCloseable {
    /** Called when the program has reached a state; null after a failure before the first. */
    void reached(S state);

    void finished(S state, R result);

    /** A message for the user if every attempt would repeat the failure, otherwise null. */
    @Nullable String explain(Throwable failure);

    /** Called at the end of the attempt. Pending reports are written now. */
    @Override
    default void close() {}
  }
}
