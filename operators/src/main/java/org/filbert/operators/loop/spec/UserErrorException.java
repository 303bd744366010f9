package org.filbert.operators.loop.spec;

import org.jspecify.annotations.Nullable;

/** A problem in the data or the settings that the user has to correct. The message names it. */
public final class UserErrorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UserErrorException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
