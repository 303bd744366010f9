package org.filbert.estimators;

import java.util.List;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.internal.TableImpl;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.Row;

/** The one table that a stage is given, with its environment. */
record InputTable(Table table, StreamTableEnvironment environment) {

  static InputTable only(Table... tables) {
    if (tables.length != 1) {
      throw new IllegalArgumentException("found " + tables.length + " tables, allowed is one");
    }
    var environment = (StreamTableEnvironment) ((TableImpl) tables[0]).getTableEnvironment();
    if (environment.getConfig().get(ExecutionOptions.RUNTIME_MODE) == RuntimeExecutionMode.BATCH) {
      throw new IllegalArgumentException(
          "found a table environment in batch mode, allowed is streaming mode");
    }
    return new InputTable(tables[0], environment);
  }

  /** Fails unless the table has the column that a parameter names. */
  void require(String parameter, String column) {
    if (!columns().contains(column)) {
      throw new IllegalArgumentException(
          "%s is '%s', must be a column of the table, which has %s"
              .formatted(parameter, column, columns()));
    }
  }

  /** Fails if the table has the column that a parameter wants to add. */
  void requireNew(String parameter, String column) {
    if (columns().contains(column)) {
      throw new IllegalArgumentException(
          "%s is '%s', must not be a column that the table has already: %s"
              .formatted(parameter, column, columns()));
    }
  }

  /** SQL type of a column. */
  LogicalType type(String column) {
    return table.getResolvedSchema().getColumn(column).orElseThrow().getDataType().getLogicalType();
  }

  private List<String> columns() {
    return table.getResolvedSchema().getColumnNames();
  }

  DataStream<Row> rows() {
    return environment.toDataStream(table);
  }
}
