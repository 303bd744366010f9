package org.filbert.online;

import org.filbert.data.RefusedException;

/** The steps have diverged, and shorter ones do not help. */
final class DivergedException extends RefusedException {
  private static final long serialVersionUID = 1L;

  DivergedException(String message) {
    super(message);
  }
}
