package org.filbert.operators.loop;

/** The operator was closed while its program was waiting. This is no failure. */
final class DriverStoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DriverStoppedException(Throwable cause) {
    super(cause);
  }
}
