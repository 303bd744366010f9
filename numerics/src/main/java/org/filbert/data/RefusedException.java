package org.filbert.data;

/**
 * Rows or settings that do not go together, which shows only once the rows are known. The message
 * says what was found and what is allowed; trying again does not help.
 */
public class RefusedException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public RefusedException(String message) {
    super(message);
  }

  public RefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
