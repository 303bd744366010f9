package org.filbert.operators.loop;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.filbert.operators.loop.spec.Attempts;
import org.filbert.operators.loop.spec.Loop;
import org.filbert.operators.loop.spec.RepeatedFailureException;
import org.filbert.operators.loop.spec.UserErrorException;

/** Distinguishes failures that every attempt would repeat from those that a restart can repair. */
final class Failures {
  private static final Logger LOG = System.getLogger(Failures.class.getName());

  private final Loop loop;
  private final Attempts attempts;

  Failures(Loop loop, Attempts attempts) {
    this.loop = loop;
    this.attempts = attempts;
  }

  Attempts attempts() {
    return attempts;
  }

  /** The exception that the job fails with. */
  RuntimeException of(Throwable failure) {
    String explanation = loop.explain(failure);
    if (explanation != null) {
      return new SuppressRestartsException(new UserErrorException(explanation, failure));
    }
    if (attempts.last()) {
      return new SuppressRestartsException(
          new RepeatedFailureException(attempts.failures() + 1, failure));
    }
    LOG.log(
        Level.WARNING,
        "the run failed and goes on from its last checkpoint: {0}",
        String.valueOf(failure));
    return failure instanceof RuntimeException runtime
        ? runtime
        : new IllegalStateException("superstep failed", failure);
  }

  /** Ends a job after too many failures outside this operator. */
  void giveUpIfExhausted() {
    if (attempts.exhausted()) {
      throw new SuppressRestartsException(new RepeatedFailureException(attempts.failures()));
    }
  }
}
