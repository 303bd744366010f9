package org.filbert.operators.loop.spec;

/** A job is ended after too many failures without progress. The message says so. */
public final class RepeatedFailureException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RepeatedFailureException(int failures, Throwable cause) {
    super(
        failures == 1 ? "the run failed" : "the run failed " + failures + " times without progress",
        cause);
  }

  public RepeatedFailureException(int failures) {
    super(
        "the run failed "
            + failures
            + " times without progress, the last time outside its own operators: a process or a"
            + " file was lost; Flink's log says which");
  }
}
