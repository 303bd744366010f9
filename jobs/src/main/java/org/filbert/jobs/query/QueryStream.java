package org.filbert.jobs.query;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;
import org.filbert.connectors.parquet.WrittenColumn;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.config.yaml.ProjectPaths;

/**
 * The rows of a query as a part of another job. A query has one task at a time unless its script
 * says otherwise, so that its rows come in the order of what it reads.
 *
 * @param columns their names
 */
public record QueryStream(List<String> columns, DataStream<Row> rows) {
  public QueryStream {
    columns = List.copyOf(columns);
  }

  /**
   * Plans a query.
   *
   * @param env of the job
   * @param origin of the query, for messages
   * @param script file of statements that are run before
   * @throws ConfigException if a statement fails, the query has columns that are not read, or its
   *     rows change
   */
  public static QueryStream of(
      StreamExecutionEnvironment env,
      ProjectPaths paths,
      String origin,
      Optional<String> script,
      String query)
      throws IOException {
    StreamTableEnvironment tables = StreamTableEnvironment.create(env);
    tables.getConfig().set(ExecutionConfigOptions.TABLE_EXEC_RESOURCE_DEFAULT_PARALLELISM, 1);
    if (script.isPresent()) {
      new TableSession(tables, RuntimeExecutionMode.STREAMING, "the job learns from a stream")
          .run(Script.read(script.get(), paths.resolve(script.get())), TableResult::await);
    }
    try {
      Table table = tables.sqlQuery(query);
      RowType type = (RowType) table.getResolvedSchema().toPhysicalRowDataType().getLogicalType();
      QueryColumns columns = QueryColumns.of(origin, type);
      return new QueryStream(
          columns.written().stream().map(WrittenColumn::name).toList(), tables.toDataStream(table));
    } catch (ConfigException e) {
      throw e;
    } catch (RuntimeException e) {
      throw TableSession.failed(origin, e);
    }
  }
}
