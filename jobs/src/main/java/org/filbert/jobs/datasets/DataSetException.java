package org.filbert.jobs.datasets;

/** A public data set cannot be downloaded or is damaged. The message is for the user. */
public final class DataSetException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public DataSetException(String message) {
    super(message);
  }

  public DataSetException(String message, Throwable cause) {
    super(message, cause);
  }
}
