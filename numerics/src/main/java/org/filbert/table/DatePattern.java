package org.filbert.table;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Dates, or dates and times, that follow a pattern, such as {@code d/M/uuuu H:mm}. Of an offset or
 * a zone, the local time is taken; names of months are English.
 *
 * @param text letters as {@link DateTimeFormatter} has them
 */
public record DatePattern(String text) implements CellNotation {
  private static final Map<String, DateTimeFormatter> FORMATTERS = new ConcurrentHashMap<>();

  /** Refuses a text that is no pattern of dates. */
  public DatePattern {
    FORMATTERS.computeIfAbsent(text, DatePattern::formatter);
  }

  /** What reads and writes dates of a pattern; it is tried once. */
  private static DateTimeFormatter formatter(String pattern) {
    try {
      DateTimeFormatter formatter =
          new DateTimeFormatterBuilder()
              .parseCaseInsensitive()
              .appendPattern(pattern)
              .parseDefaulting(ChronoField.ERA, 1)
              .toFormatter(Locale.ENGLISH)
              .withResolverStyle(ResolverStyle.STRICT);
      LocalDate.parse(
          LocalDateTime.of(2026, 1, 31, 8, 30).atOffset(ZoneOffset.UTC).format(formatter),
          formatter);
      return formatter;
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new IllegalArgumentException(
          "found the notation \"%s\", allowed a pattern of dates such as d/M/uuuu, M/d/uuuu h:mm a or d.M.uuuu H:mm"
              .formatted(pattern),
          e);
    }
  }

  @Override
  public @Nullable String plain(String cell) {
    try {
      TemporalAccessor found =
          FORMATTERS
              .computeIfAbsent(text, DatePattern::formatter)
              .parseBest(cell.strip(), LocalDateTime::from, LocalDate::from);
      return found.toString();
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** A point in time as the pattern has it. */
  public String written(LocalDateTime time) {
    return time.atOffset(ZoneOffset.UTC)
        .format(FORMATTERS.computeIfAbsent(text, DatePattern::formatter));
  }

  @Override
  public String allowed() {
    return "a date written as " + text;
  }
}
