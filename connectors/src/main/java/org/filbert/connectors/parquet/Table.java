package org.filbert.connectors.parquet;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.NoRecordsException;
import org.filbert.connectors.file.InputFile;
import org.filbert.connectors.file.ReadOptions;
import org.filbert.connectors.text.CsvColumns;
import org.filbert.connectors.text.CsvLayout;
import org.filbert.table.CellColumns;
import org.filbert.table.ValueType;

/**
 * A Parquet file and the use of its columns.
 *
 * @param layout the slot of each outermost column
 */
record Table(Footer footer, Parquet format, CsvLayout layout) {
  /**
   * Reads the footer and finds the configured columns.
   *
   * @throws BadInputException if a column is not there, or has a type that is not read
   */
  static Table of(InputFile file, Parquet format, ReadOptions options) throws IOException {
    Footer footer = Footer.of(file);
    if (footer.rows() == 0) {
      throw new NoRecordsException(file.name(), "found no records, allowed one or more");
    }
    List<String> names = footer.fields().stream().map(Field::name).toList();
    CsvLayout layout = new CsvColumns(file.name(), format.named(), names).layout(options);
    for (int column = 0; column < names.size(); column++) {
      if (isUsed(layout.slots()[column])) {
        footer.fields().get(column).requireReadable(file.name(), layout.describe(column));
      }
    }
    return new Table(footer, format, layout);
  }

  /** The types of the columns that are taken cell by cell, by the names of these. */
  Map<String, ValueType> types(CellColumns columns) {
    Map<String, ValueType> types = new HashMap<>();
    for (int column = 0; column < layout.slots().length; column++) {
      int slot = layout.slots()[column];
      Cell cell = Cell.of(footer.fields().get(column).element());
      if (slot >= 0 && cell != null) {
        types.put(columns.columns().get(slot).name(), cell.type());
      }
    }
    return types;
  }

  /** Whether the values of a column have a use. */
  static boolean isUsed(int slot) {
    return slot != CsvLayout.UNUSED && slot != CsvLayout.IGNORED;
  }
}
