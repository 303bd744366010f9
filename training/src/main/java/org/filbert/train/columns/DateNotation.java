package org.filbert.train.columns;

import org.filbert.table.CellKind;
import org.filbert.table.DatePattern;
import org.jspecify.annotations.Nullable;

/**
 * How points in time are written.
 *
 * @param cells what the cells hold once they are read
 * @param pattern of the texts; null if there is none
 */
public record DateNotation(CellKind cells, @Nullable DatePattern pattern) {
  /** A date, or a date and a time, of ISO 8601. */
  public static final DateNotation ISO = new DateNotation(CellKind.ISO_DATE, null);

  /**
   * The notation that a configuration names.
   *
   * @param text {@code iso}, {@code epoch-seconds}, {@code epoch-milliseconds}, or a pattern
   * @throws IllegalArgumentException if it is none of these
   */
  public static DateNotation of(String text) {
    return switch (text) {
      case "iso" -> ISO;
      case "epoch-seconds" -> new DateNotation(CellKind.EPOCH_SECONDS, null);
      case "epoch-milliseconds" -> new DateNotation(CellKind.EPOCH_MILLISECONDS, null);
      default -> new DateNotation(CellKind.ISO_DATE, new DatePattern(text));
    };
  }
}
