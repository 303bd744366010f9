package org.filbert.online;

import org.filbert.data.RefusedException;

/** Steps that are too long have led a function astray. */
final class DivergedException extends RefusedException {
  private static final long serialVersionUID = 1L;

  DivergedException(String message) {
    super(message);
  }
}
