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
    columns.names().forEach(name -> found.add(field(fields, name)));
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
    int place = fields.contains(name) ? -1 : ColumnName.place(name, fields.size());
    if (place < 0 && !fields.contains(name)) {
      throw new IllegalArgumentException(
          "preprocessing.columns: found %s, allowed the fields of the format: %s"
              .formatted(ColumnName.unmarked(name), String.join(", ", fields)));
    }
    return place < 0 ? name : fields.get(place);
  }
}
