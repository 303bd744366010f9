package org.filbert.jobs.run;

/** A run's job has failed; the message says how to go on. */
public final class RunFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RunFailedException(String goOn, Throwable cause) {
    super(goOn, cause);
  }

  /** What to do next, one line; empty if there is nothing to go on with. */
  public String goOn() {
    return String.valueOf(getMessage());
  }
}
