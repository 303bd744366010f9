package org.filbert.table;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** How a column's cells are written where they are no plain numbers or dates of ISO 8601. */
public sealed interface CellNotation extends Serializable permits NumberNotation, DatePattern {
  /** The cell as a plain number or as ISO 8601 has it; null if it is not so written. */
  @Nullable String plain(String cell);

  /** What a configuration calls it. */
  String text();

  /** What a cell may be, for messages. */
  String allowed();

  /**
   * The notation of a column of numbers or dates.
   *
   * @param text what a configuration calls it
   */
  static CellNotation of(CellKind cells, String text) {
    return cells == CellKind.NUMBER ? NumberNotation.of(text) : new DatePattern(text);
  }
}
