package org.filbert.connectors.text;

import java.nio.charset.StandardCharsets;

/** Says what was found in a line and what is allowed; the line's place is added by the reader. */
final class MalformedException extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int QUOTED = 60;

  MalformedException(String reason) {
    super(reason, null, false, false);
  }

  String reason() {
    return String.valueOf(getMessage());
  }

  /** A piece of the line in quotation marks, shortened. */
  static String quote(byte[] bytes, int from, int to) {
    String text = new String(bytes, from, Math.min(to - from, QUOTED), StandardCharsets.UTF_8);
    return '"' + text + (to - from > QUOTED ? "..." : "") + '"';
  }
}
