package org.filbert.connectors;

import java.io.Serializable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Records {@code first} to {@code last} of a file, counted from 1, both included. */
public record RowRange(long first, long last) implements Serializable {
  private static final Pattern NOTATION =
      Pattern.compile("\\s*(\\d{1,18})\\s*-\\s*(\\d{1,18})\\s*");

  public RowRange {
    if (first < 1 || last < first) {
      throw new IllegalArgumentException(
          "rows: found " + first + "-" + last + ", allowed first-last with 1 <= first <= last");
    }
  }

  /** Parses the notation {@code 1-15000}. */
  public static RowRange valueOf(String notation) {
    Matcher matcher = NOTATION.matcher(notation);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "rows: found \"" + notation + "\", allowed first-last, for example 1-15000");
    }
    return new RowRange(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)));
  }

  @Override
  public String toString() {
    return first + "-" + last;
  }
}
