package org.filbert.jobs.run;

/** A user has stopped a job through Flink before its end. */
public final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param sign what shows that it was stopped
   */
  public StoppedException(String sign) {
    super("the job was stopped before its end: " + sign);
  }
}
