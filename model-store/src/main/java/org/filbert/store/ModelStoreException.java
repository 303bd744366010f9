package org.filbert.store;

import java.io.IOException;

/** A model that is missing, damaged or cannot be stored; the message names the file. */
public final class ModelStoreException extends IOException {
  private static final long serialVersionUID = 1L;

  ModelStoreException(String message) {
    super(message);
  }

  ModelStoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
