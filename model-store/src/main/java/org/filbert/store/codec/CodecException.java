package org.filbert.store.codec;

import java.io.IOException;

/** The bytes do not hold the expected object, or an object cannot be written as bytes. */
public final class CodecException extends IOException {
  private static final long serialVersionUID = 1L;

  public CodecException(String message) {
    super(message);
  }

  public CodecException(String message, Throwable cause) {
    super(message, cause);
  }
}
