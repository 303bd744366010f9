package org.filbert.operators.loop;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/** Tells failures that come again, whatever is tried, from those that a restart mends. */
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

  /** The failure as the job should fail with it. */
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

  /** Ends a job whose failures nobody here saw. */
  void giveUpIfExhausted() {
    if (attempts.exhausted()) {
      throw new SuppressRestartsException(new RepeatedFailureException(attempts.failures()));
    }
  }
}
