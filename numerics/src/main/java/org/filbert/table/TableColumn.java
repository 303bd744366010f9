package org.filbert.table;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table and what becomes of it.
 *
 * @param name or number of the column, as a configuration has it
 * @param required whether a record without a value is refused
 * @param notation of its cells, as a configuration has it; null for plain numbers and ISO 8601
 * @param type of its values in the training table; null if that has texts, or was not looked at
 */
public record TableColumn(
    String name,
    boolean required,
    ColumnEncoder encoder,
    @Nullable String notation,
    @Nullable ValueType type)
    implements Serializable {
  /** A column of plain numbers, of dates of ISO 8601 or of texts. */
  public TableColumn(String name, boolean required, ColumnEncoder encoder) {
    this(name, required, encoder, null, null);
  }

  /** What a reader takes from each record. */
  CellColumns.Column cells() {
    CellKind kind = encoder.cells();
    return new CellColumns.Column(
        name, kind, required, notation == null ? null : CellNotation.of(kind, notation));
  }
}
