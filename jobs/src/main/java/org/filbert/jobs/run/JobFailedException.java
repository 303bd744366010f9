package org.filbert.jobs.run;

/** A job has ended without finishing: it failed or was cancelled. */
public final class JobFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Exception failure;

  JobFailedException(Exception failure) {
    super(failure);
    this.failure = failure;
  }

  /** The failure that Flink reports. */
  public Exception failure() {
    return failure;
  }
}
