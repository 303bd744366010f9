package org.filbert.jobs.config.yaml;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A number of bytes, written as {@code 512m} or {@code 4g}: units of 1,024, 1,024² and 1,024³
 * bytes.
 */
@JsonClassDescription(ByteSize.ALLOWED)
public record ByteSize(long bytes) {
  static final String ALLOWED = "a size such as 0, 512m or 4g";
  private static final Pattern FORMAT = Pattern.compile("(\\d{1,19})\\s*([kmg]?)b?");

  public ByteSize {
    if (bytes < 0) {
      throw new IllegalArgumentException(bytes + " bytes, must be 0 or more");
    }
  }

  @JsonCreator
  public static ByteSize of(long bytes) {
    return new ByteSize(bytes);
  }

  @JsonCreator
  public static ByteSize parse(String text) {
    return parse(text, ALLOWED);
  }

  /**
   * Reads a size.
   *
   * @param allowed what may stand in its place, for messages
   */
  static ByteSize parse(String text, String allowed) {
    Matcher matcher = FORMAT.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw noSize(text, allowed, null);
    }
    int shift =
        switch (matcher.group(2)) {
          case "k" -> 10;
          case "m" -> 20;
          case "g" -> 30;
          default -> 0;
        };
    try {
      return new ByteSize(Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << shift));
    } catch (NumberFormatException | ArithmeticException e) {
      throw noSize(text, allowed, e);
    }
  }

  private static IllegalArgumentException noSize(
      String text, String allowed, @Nullable Exception cause) {
    return new IllegalArgumentException("must be " + allowed + ", found '" + text + "'", cause);
  }

  public static ByteSize ofMebibytes(long mebibytes) {
    return new ByteSize(Math.multiplyExact(mebibytes, 1L << 20));
  }

  public long mebibytes() {
    return bytes >> 20;
  }

  @JsonValue
  @Override
  public String toString() {
    if (bytes == 0) {
      return "0";
    }
    String units = "kmg";
    int unit = Math.min(units.length(), Long.numberOfTrailingZeros(bytes) / 10);
    return (bytes >> (10 * unit)) + (unit == 0 ? "" : units.substring(unit - 1, unit));
  }
}
