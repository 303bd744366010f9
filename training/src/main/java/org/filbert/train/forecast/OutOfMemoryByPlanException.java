package org.filbert.train.forecast;

/** The plan of a run needs more memory than there is. */
public final class OutOfMemoryByPlanException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public OutOfMemoryByPlanException(String message) {
    super(message);
  }
}
