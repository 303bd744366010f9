package org.filbert.operators.loop;

/** A job has failed so often without coming further that it is given up; the message says so. */
public final class RepeatedFailureException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RepeatedFailureException(int failures, Throwable cause) {
    super(
        failures == 1
            ? "the run failed"
            : "the run failed " + failures + " times without coming further",
        cause);
  }

  RepeatedFailureException(int failures) {
    super(
        "the run failed "
            + failures
            + " times without coming further, the last time outside its own operators: a process or a file was lost; Flink's log says which");
  }
}
