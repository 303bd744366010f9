package org.filbert.sql;

import java.io.Serializable;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.filbert.data.Features;
import org.filbert.model.RowEncoder;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TextPreprocessing;
import org.filbert.table.CellColumns;

/**
 * The columns that a SQL model takes: those that the stored model was trained on, by name; or a
 * number for each feature, an array of all features, or the text of a document.
 */
record InputColumns(List<String> names, List<LogicalType> types) implements Serializable {
  private static final Set<LogicalTypeRoot> TIMES =
      EnumSet.of(
          LogicalTypeRoot.DATE,
          LogicalTypeRoot.TIME_WITHOUT_TIME_ZONE,
          LogicalTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE,
          LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE);

  InputColumns {
    names = List.copyOf(names);
    types = List.copyOf(types);
  }

  static InputColumns of(ResolvedSchema schema) {
    RowType row = (RowType) schema.toPhysicalRowDataType().getLogicalType();
    return new InputColumns(row.getFieldNames(), row.getChildren());
  }

  /** Makes the features of a row. */
  interface Reader {
    /**
     * The features of a row.
     *
     * @throws IllegalArgumentException for a value that they cannot have
     */
    Features of(RowData row);
  }

  /**
   * What reads these columns for a model.
   *
   * @throws IllegalArgumentException if the model was trained on others
   */
  Reader reader(RowEncoder rows) {
    if (rows.ofRecords() instanceof TablePreprocessing table) {
      return cells(table.table().cells());
    }
    LogicalType first = types.get(0);
    boolean one = types.size() == 1;
    if (rows instanceof TextPreprocessing) {
      if (!one || !isText(first)) {
        throw new IllegalArgumentException(
            "INPUT is %s, the model was trained on documents: one column of STRING"
                .formatted(described()));
      }
      return new CellReader(this, List.of(0))::document;
    }
    if (one && first instanceof ArrayType array) {
      if (!array.getElementType().is(LogicalTypeRoot.DOUBLE)) {
        throw new IllegalArgumentException(
            "INPUT is %s, allowed is ARRAY<DOUBLE>".formatted(described()));
      }
      return new NumberReader(this)::array;
    }
    for (LogicalType type : types) {
      if (!type.is(LogicalTypeFamily.NUMERIC) && !type.is(LogicalTypeRoot.BOOLEAN)) {
        throw new IllegalArgumentException(
            "INPUT is %s, the model was trained on numbers: %s columns of them, or one of ARRAY<DOUBLE>"
                .formatted(described(), rows.features()));
      }
    }
    if (types.size() != rows.features()) {
      throw new IllegalArgumentException(
          "INPUT has %s columns of numbers, the model was trained on %s features: as many columns, or one of ARRAY<DOUBLE>"
              .formatted(types.size(), rows.features()));
    }
    return new NumberReader(this)::numbers;
  }

  private Reader cells(CellColumns columns) {
    for (String name : columns.names()) {
      int place = names.indexOf(name);
      if (place < 0) {
        throw new IllegalArgumentException(
            "INPUT is %s, the model was trained on the columns %s"
                .formatted(described(), columns.names()));
      }
      LogicalType type = types.get(place);
      if (!type.is(LogicalTypeFamily.NUMERIC)
          && !type.is(LogicalTypeRoot.BOOLEAN)
          && !isText(type)
          && !TIMES.contains(type.getTypeRoot())) {
        throw new IllegalArgumentException(
            "INPUT column %s is %s, allowed are numbers, BOOLEAN, STRING, DATE, TIME and TIMESTAMP"
                .formatted(name, type.asSummaryString()));
      }
    }
    CellReader reader = new CellReader(this, columns.names().stream().map(names::indexOf).toList());
    return row -> reader.cells(row, columns);
  }

  private static boolean isText(LogicalType type) {
    return type.is(LogicalTypeFamily.CHARACTER_STRING);
  }

  private String described() {
    StringBuilder text = new StringBuilder();
    for (int j = 0; j < names.size(); j++) {
      text.append(j == 0 ? "" : ", ")
          .append(names.get(j))
          .append(' ')
          .append(types.get(j).asSummaryString());
    }
    return "(" + text + ")";
  }
}
