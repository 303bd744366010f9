package org.filbert.store;

import java.io.IOException;

/** A model is missing or damaged, or cannot be stored. The message names the file. */
public final class ModelStoreException extends IOException {
  private static final long serialVersionUID = 1L;

  public ModelStoreException(String message) {
    super(message);
  }

  public ModelStoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
