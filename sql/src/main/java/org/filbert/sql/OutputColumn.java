package org.filbert.sql;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** A column that a SQL model adds to a row. */
record OutputColumn(String name, LogicalType type, OutputValue value) implements Serializable {
  /**
   * The columns of a schema, by their names. A single column of another name is the prediction.
   *
   * @throws IllegalArgumentException for a name that means nothing
   */
  static List<OutputColumn> of(ResolvedSchema schema) {
    RowType row = (RowType) schema.toPhysicalRowDataType().getLogicalType();
    List<OutputColumn> columns = new ArrayList<>();
    for (RowType.RowField field : row.getFields()) {
      OutputValue value = OutputValue.named(field.getName());
      if (value == null && row.getFieldCount() > 1) {
        throw new IllegalArgumentException(
            "OUTPUT has the column %s, allowed are %s, or one column of any name for the prediction"
                .formatted(field.getName(), OutputValue.names()));
      }
      columns.add(
          new OutputColumn(
              field.getName(), field.getType(), value == null ? OutputValue.PREDICTION : value));
    }
    return List.copyOf(columns);
  }
}
