package org.filbert.operators.loop;

import org.apache.flink.runtime.execution.SuppressRestartsException;

/** Tells failures that come again, whatever is tried, from those that a restart mends. */
final class Failures {
  private Failures() {}

  /** The failure as the job should fail with it. */
  static RuntimeException of(Loop loop, Throwable failure) {
    String explanation = loop.explain(failure);
    if (explanation != null) {
      return new SuppressRestartsException(new UserErrorException(explanation, failure));
    }
    return failure instanceof RuntimeException runtime
        ? runtime
        : new IllegalStateException("superstep failed", failure);
  }
}
