package org.filbert.connectors;

import org.jspecify.annotations.Nullable;

/**
 * Input that cannot be read as configured. The message names the file, what was found and what is
 * allowed. {@link OnBadRecord} does not apply.
 */
public class BadInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BadInputException(String file, String problem) {
    this(file, problem, null);
  }

  public BadInputException(String file, String problem, @Nullable Throwable cause) {
    super(file + ": " + problem, cause);
  }
}
