package org.filbert.estimators;

import org.apache.flink.types.Row;
import org.filbert.data.Features;
import org.filbert.table.CellColumns;
import org.jspecify.annotations.Nullable;

/**
 * Columns of any types. A value becomes the text that a file would have for it, so that a table and
 * a file of the same rows give the same model.
 */
record CellsOfRow(CellColumns columns) implements RowFeatures {

  @Override
  public Features of(Row row) {
    return columns.cells(
        j -> text(row.getField(name(j))),
        j -> row.getField(name(j)) instanceof String,
        name -> "column '" + name + "'");
  }

  private String name(int column) {
    return columns.columns().get(column).name();
  }

  /** Dates and times of Java are written as ISO 8601 has them. */
  private static @Nullable String text(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    return value instanceof Float number ? Double.toString(number.doubleValue()) : value.toString();
  }
}
