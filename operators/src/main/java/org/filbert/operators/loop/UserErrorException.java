package org.filbert.operators.loop;

import org.jspecify.annotations.Nullable;

/** Something in the data or the settings that the user has to change; the message says what. */
public final class UserErrorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UserErrorException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
