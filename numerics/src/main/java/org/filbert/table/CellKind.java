package org.filbert.table;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Objects;
import org.filbert.data.Features;
import org.jspecify.annotations.Nullable;

/** What the cells of a column hold. */
public enum CellKind {
  /** A finite decimal number. */
  NUMBER("a finite number"),
  /** A number of at least 0, by which a row counts. */
  WEIGHT("a number of 0 or more"),
  /** A date or a date and time of ISO 8601; of an offset, the local time is taken. */
  ISO_DATE("a date such as 2026-01-31, or with a time such as 2026-01-31T08:30"),
  /** Seconds since 1970 in UTC. */
  EPOCH_SECONDS("seconds since 1970"),
  /** Milliseconds since 1970 in UTC. */
  EPOCH_MILLISECONDS("milliseconds since 1970"),
  /** Any text. */
  TEXT("any text");

  /** Of a date alone. */
  private static final int DATE_LENGTH = 10;

  private static final double MOST_SECONDS = 1e11;

  private final String allowed;

  CellKind(String allowed) {
    this.allowed = allowed;
  }

  /** What a cell may be, for messages. */
  public String allowed() {
    return allowed;
  }

  /** Whether the cells are points in time. */
  public boolean isTime() {
    return this == ISO_DATE || this == EPOCH_SECONDS || this == EPOCH_MILLISECONDS;
  }

  /** Whether the cells are decimal numbers, however a file writes these. */
  public boolean isNumber() {
    return this != TEXT && this != ISO_DATE;
  }

  /** Whether a cell that is not missing is of this kind. */
  public boolean allows(String cell) {
    return switch (this) {
      case NUMBER -> !Double.isNaN(number(cell));
      case WEIGHT -> number(cell) >= 0;
      case ISO_DATE, EPOCH_SECONDS, EPOCH_MILLISECONDS -> time(cell) != null;
      case TEXT -> true;
    };
  }

  /** Whether a cell of a row that is not missing is of this kind. */
  boolean allows(Features.Cells cells, int j) {
    return switch (this) {
      case NUMBER -> !Double.isNaN(number(cells, j));
      case TEXT -> true;
      default -> allows(Objects.requireNonNull(cells.cell(j)));
    };
  }

  /** The value of a cell that is not missing; NaN if it is no decimal number, or not finite. */
  public static double number(Features.Cells cells, int j) {
    return Decimal.POINT.parse(cells.text(), cells.from(j), cells.to(j));
  }

  /** The value of a decimal number; NaN if the text is none or not finite. */
  public static double number(String cell) {
    byte[] text = cell.getBytes(StandardCharsets.ISO_8859_1);
    return Decimal.POINT.parse(text, 0, text.length);
  }

  /** The point in time; null if the text is none. */
  public @Nullable LocalDateTime time(String cell) {
    if (this != ISO_DATE) {
      double seconds = this == EPOCH_SECONDS ? number(cell) : number(cell) / 1000;
      return Math.abs(seconds) <= MOST_SECONDS
          ? LocalDateTime.ofInstant(
              Instant.ofEpochSecond((long) Math.floor(seconds)), ZoneOffset.UTC)
          : null;
    }
    try {
      if (cell.length() <= DATE_LENGTH) {
        return LocalDate.parse(cell).atStartOfDay();
      }
      String joined = cell.toUpperCase(Locale.ROOT);
      if (joined.charAt(DATE_LENGTH) == ' ') {
        joined = joined.substring(0, DATE_LENGTH) + 'T' + joined.substring(DATE_LENGTH + 1);
      }
      int offset =
          Math.max(joined.indexOf('Z'), Math.max(joined.indexOf('+'), joined.lastIndexOf('-')));
      return offset > DATE_LENGTH
          ? OffsetDateTime.parse(joined).toLocalDateTime()
          : LocalDateTime.parse(joined);
    } catch (DateTimeException e) {
      return null;
    }
  }
}
