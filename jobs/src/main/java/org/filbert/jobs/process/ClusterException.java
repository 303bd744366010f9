package org.filbert.jobs.process;

/** A cluster or a broker cannot do what was asked. The message says why and what to do. */
public final class ClusterException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ClusterException(String message) {
    super(message);
  }

  public ClusterException(String message, Throwable cause) {
    super(message, cause);
  }
}
