package org.filbert.connectors;

/** A record that cannot be used. The message is {@code file:line: found ..., allowed ...}. */
public final class BadRecordException extends BadInputException {
  private static final long serialVersionUID = 1L;

  public BadRecordException(String place, String reason) {
    super(place, reason);
  }
}
