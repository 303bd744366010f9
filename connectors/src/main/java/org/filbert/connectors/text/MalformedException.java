package org.filbert.connectors.text;

import java.nio.charset.StandardCharsets;

/** A record that is not of its format; the reader adds the record's place. */
public final class MalformedException extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int QUOTED = 60;

  /** Takes what was found and what is allowed. */
  public MalformedException(String reason) {
    super(reason, null, false, false);
  }

  /** What was found and what is allowed. */
  public String reason() {
    return String.valueOf(getMessage());
  }

  /** A piece of the line in quotation marks, shortened. */
  static String quote(byte[] bytes, int from, int to) {
    String text = new String(bytes, from, Math.min(to - from, QUOTED), StandardCharsets.UTF_8);
    return '"' + text + (to - from > QUOTED ? "..." : "") + '"';
  }
}
