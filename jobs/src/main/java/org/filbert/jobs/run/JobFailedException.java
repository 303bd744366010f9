package org.filbert.jobs.run;

/** A job has ended otherwise than by finishing. */
public final class JobFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Exception failure;

  JobFailedException(Exception failure) {
    super(failure);
    this.failure = failure;
  }

  /** What Flink says that the job ended with. */
  public Exception failure() {
    return failure;
  }
}
