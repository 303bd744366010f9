package org.filbert.sql;

import java.io.Serializable;
import java.util.List;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.filbert.model.RowEncoder;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TextPreprocessing;
import org.filbert.model.TrainedModel;

/**
 * The columns that a SQL model takes: a number for each feature, an array of all features, or the
 * text of a document.
 */
record InputColumns(List<String> names, List<LogicalType> types) implements Serializable {
  InputColumns {
    names = List.copyOf(names);
    types = List.copyOf(types);
  }

  /**
   * The columns of a schema.
   *
   * @throws IllegalArgumentException if none can be features
   */
  static InputColumns of(ResolvedSchema schema) {
    RowType row = (RowType) schema.toPhysicalRowDataType().getLogicalType();
    InputColumns columns = new InputColumns(row.getFieldNames(), row.getChildren());
    boolean one = columns.names.size() == 1;
    for (int j = 0; j < columns.types.size(); j++) {
      LogicalType type = columns.types.get(j);
      if (!isNumber(type) && !(one && (isNumbers(type) || isText(type)))) {
        throw new IllegalArgumentException(
            "INPUT column %s is %s, allowed are numbers, or one column of ARRAY<DOUBLE> or STRING"
                .formatted(columns.names.get(j), type.asSummaryString()));
      }
    }
    return columns;
  }

  private static boolean isNumber(LogicalType type) {
    return type.is(LogicalTypeFamily.NUMERIC) || type.is(LogicalTypeRoot.BOOLEAN);
  }

  private static boolean isNumbers(LogicalType type) {
    return type instanceof ArrayType array && array.getElementType().is(LogicalTypeRoot.DOUBLE);
  }

  private static boolean isText(LogicalType type) {
    return type.is(LogicalTypeFamily.CHARACTER_STRING);
  }

  /** Compares the columns with a stored model. */
  void check(TrainedModel model) {
    RowEncoder rows = model.preprocessing();
    if (rows instanceof TablePreprocessing) {
      throw new IllegalArgumentException(
          "the model was trained on mixed columns, which INPUT cannot have yet");
    }
    if (rows instanceof TextPreprocessing != ofText()) {
      throw new IllegalArgumentException(
          ofText()
              ? "INPUT is text, the model was trained on numbers"
              : "INPUT is numbers, the model was trained on text: one column of STRING");
    }
    if (isNumber(types.get(0)) && types.size() != rows.features()) {
      throw new IllegalArgumentException(
          "INPUT has %s columns of numbers, the model was trained on %s features: as many columns, or one column of ARRAY<DOUBLE>"
              .formatted(types.size(), rows.features()));
    }
  }

  /** What reads these columns. */
  InputReader reader() {
    return new InputReader(this);
  }

  boolean ofText() {
    return isText(types.get(0));
  }
}
