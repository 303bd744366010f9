package org.filbert.estimators;

import java.util.ArrayList;
import java.util.List;
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
    List<@Nullable String> cells = new ArrayList<>();
    for (int j = 0; j < columns.columns().size(); j++) {
      String name = columns.columns().get(j).name();
      Object value = row.getField(name);
      String cell = value == null ? null : columns.value(text(value));
      if (!columns.allows(j, cell)) {
        throw new IllegalArgumentException(columns.problem(j, cell, "column '" + name + "'"));
      }
      cells.add(cell);
    }
    return Features.Cells.of(cells);
  }

  /** Dates and times of Java are written as ISO 8601 has them. */
  private static String text(Object value) {
    return value instanceof Float number ? Double.toString(number.doubleValue()) : value.toString();
  }
}
