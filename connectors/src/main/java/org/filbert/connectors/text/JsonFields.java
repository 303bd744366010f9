package org.filbert.connectors.text;

import java.util.ArrayList;
import java.util.List;
import org.filbert.table.CellColumns;

/** Finds the columns of a table among the fields of JSON records. */
final class JsonFields {
  private JsonFields() {}

  /**
   * The field of each column, which is named by name or by its number among the fields.
   *
   * @param all whether every field must have a use
   * @throws IllegalArgumentException for a column that is no field, and for a field without a use
   */
  static List<String> of(List<String> fields, CellColumns columns, boolean all) {
    List<String> found = new ArrayList<>();
    for (CellColumns.Column column : columns.columns()) {
      boolean absent = column.optional() && place(fields, column.name()) < 0;
      found.add(absent ? ColumnName.unmarked(column.name()) : field(fields, column.name()));
    }
    List<String> unused = new ArrayList<>(fields);
    unused.removeAll(found);
    columns.ignored().forEach(name -> unused.remove(field(fields, name)));
    if (all && !unused.isEmpty()) {
      throw new IllegalArgumentException(
          "fields: found %s without an entry in preprocessing.columns, allowed a type for each; type: ignore leaves a field out"
              .formatted(String.join(", ", unused)));
    }
    return found;
  }

  private static String field(List<String> fields, String name) {
    int place = place(fields, name);
    if (place < 0) {
      throw new IllegalArgumentException(
          "preprocessing.columns: found %s, allowed the fields of the format: %s"
              .formatted(ColumnName.unmarked(name), String.join(", ", fields)));
    }
    return fields.get(place);
  }

  /** The place of a field by name or number; -1 if there is none. */
  private static int place(List<String> fields, String name) {
    int named = fields.indexOf(name);
    return named >= 0 ? named : ColumnName.place(name, fields.size());
  }
}
