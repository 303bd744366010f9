package org.filbert.jobs.run;

/** The job of a run has failed. The message says how to resume it. */
public final class RunFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RunFailedException(String resumption, Throwable cause) {
    super(resumption, cause);
  }

  /** The line with the next command. Empty if the run cannot be resumed. */
  public String resumption() {
    return String.valueOf(getMessage());
  }
}
