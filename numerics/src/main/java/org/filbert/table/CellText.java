package org.filbert.table;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;

/**
 * The texts of typed values, which a text file of the same table would have: those of files with
 * types and of tables of SQL are the same.
 */
public final class CellText {
  private CellText() {}

  /** A number; one of single precision is given as the double of the same value. */
  public static String real(double value) {
    return Double.toString(value);
  }

  /** A date, in days since 1970. */
  public static String day(long days) {
    return LocalDate.ofEpochDay(days).toString();
  }

  /** A time of the day, in nanoseconds since midnight. */
  public static String clock(long nanos) {
    return LocalTime.ofNanoOfDay(nanos).toString();
  }

  /**
   * A point in time.
   *
   * @param seconds since 1970
   * @param nanos after the second
   * @param utc whether it is of UTC, rather than of no time zone
   */
  public static String moment(long seconds, int nanos, boolean utc) {
    return LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC) + (utc ? "Z" : "");
  }

  /** A truth value; in a column of numbers 1 or 0. */
  public static String truth(boolean value, CellKind kind) {
    return kind.isNumber() ? value ? "1" : "0" : Boolean.toString(value);
  }
}
