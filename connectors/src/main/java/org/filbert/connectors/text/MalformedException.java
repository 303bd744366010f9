package org.filbert.connectors.text;

import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/** A record that does not have its format. The reader adds the record's place. */
public final class MalformedException extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int QUOTED = 60;

  /** Computed only when a message is shown. */
  private final transient UnaryOperator<String> remedy;

  /**
   * @param reason what was found and what is allowed
   */
  public MalformedException(String reason) {
    this(reason, leavingOut -> "");
  }

  /**
   * @param remedy advice for a record of a file, from how such records are left out
   */
  MalformedException(String reason, UnaryOperator<String> remedy) {
    super(reason, null, false, false);
    this.remedy = remedy;
  }

  /** What was found and what is allowed. */
  public String reason() {
    return String.valueOf(getMessage());
  }

  /**
   * Advice for the user if the record is in a file. Empty if there is none.
   *
   * @param leavingOut how such records are left out
   */
  String remedy(String leavingOut) {
    return remedy.apply(leavingOut);
  }

  /** A text in quotation marks, shortened. */
  public static String quote(String text) {
    return '"' + (text.length() > QUOTED ? text.substring(0, QUOTED) + "..." : text) + '"';
  }

  /** A part of a line in quotation marks, shortened. */
  static String quote(byte[] bytes, int from, int to) {
    String text = new String(bytes, from, Math.min(to - from, QUOTED), StandardCharsets.UTF_8);
    return '"' + text + (to - from > QUOTED ? "..." : "") + '"';
  }
}
