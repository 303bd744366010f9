package org.filbert.jobs.run;

/** Somebody has stopped a job, through Flink, before its end. */
public final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param sign by which it shows
   */
  public StoppedException(String sign) {
    super("the job was stopped before its end: " + sign);
  }
}
