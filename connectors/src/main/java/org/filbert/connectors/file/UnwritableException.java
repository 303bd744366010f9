package org.filbert.connectors.file;

import java.io.IOException;

/** A file cannot be written. The message names it, and why; of a full disk, what is free there. */
public final class UnwritableException extends IOException {
  private static final long serialVersionUID = 1L;

  UnwritableException(String message, Throwable cause) {
    super(message, cause);
  }
}
