package org.filbert.connectors.text;

import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** A record that is not of its format; the reader adds the record's place. */
public final class MalformedException extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int QUOTED = 60;

  /** Worked out only where somebody will read it. */
  private final transient Supplier<String> remedy;

  /** Takes what was found and what is allowed. */
  public MalformedException(String reason) {
    this(reason, () -> "");
  }

  /** With what helps where the record is one of a file. */
  MalformedException(String reason, Supplier<String> remedy) {
    super(reason, null, false, false);
    this.remedy = remedy;
  }

  /** What was found and what is allowed. */
  public String reason() {
    return String.valueOf(getMessage());
  }

  /** What the user may do about it if the record is one of a file; empty if that is plain. */
  String remedy() {
    return remedy.get();
  }

  /** A piece of the line in quotation marks, shortened. */
  static String quote(byte[] bytes, int from, int to) {
    String text = new String(bytes, from, Math.min(to - from, QUOTED), StandardCharsets.UTF_8);
    return '"' + text + (to - from > QUOTED ? "..." : "") + '"';
  }
}
