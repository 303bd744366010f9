package org.filbert.jobs.online;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.connectors.flink.ArrivalSerializer;
import org.filbert.connectors.kafka.RecordFormat;
import org.filbert.connectors.parquet.Parquet;
import org.filbert.connectors.stream.Arrival;
import org.filbert.connectors.text.JsonLines;
import org.filbert.data.RefusedException;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.stream.QueryStreamConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.query.QueryStream;
import org.filbert.online.Prediction;
import org.filbert.table.CellColumns;
import org.filbert.table.TableEncoder;
import org.jspecify.annotations.Nullable;

/**
 * Learns from the rows of a query, which is a part of the job, and writes results into the run
 * directory. A row is read as a record of JSON with the cells of its columns.
 */
record QueryEndpoints(
    OnlineConfig config, QueryStream query, QueryArrivals reader, int features, String directory)
    implements StreamEndpoints {
  private static final String FORMAT = "input.sql.format";

  /**
   * Plans the query.
   *
   * @param table makes numbers of cells; null if the rows are numbers
   */
  static QueryEndpoints of(
      OnlineConfig config,
      QueryStreamConfig input,
      ProjectPaths paths,
      String directory,
      StreamExecutionEnvironment env,
      @Nullable TableEncoder table)
      throws IOException {
    QueryStream query =
        QueryStream.of(env, paths, "input.sql.query", input.script(), input.query());
    List<String> fields = fields(query.columns(), input);
    String label = input.format().label();
    CellColumns cells = RowSettings.cells(config);
    int features = table == null ? fields.size() : table.features();
    if (config.rows().features().isPresent() && config.rows().features().getAsInt() != features) {
      throw new RefusedException(
          "rows.features is %s, the query has the features %s"
              .formatted(config.rows().features().getAsInt(), String.join(", ", fields)));
    }
    OnlineConfig named =
        table == null
            ? config.withColumnsOf(new Parquet(null, fields, List.of(), List.of(), null))
            : config;
    return new QueryEndpoints(
        named,
        query,
        new QueryArrivals(
            new RowJson(query.columns(), numbers(fields, cells)),
            input.id().orElse(null),
            new RecordFormat(new JsonLines(label, null, fields), null, config.task(), cells),
            RowSettings.rule(config, features),
            input.onBadRecord()),
        features,
        directory);
  }

  /** The columns that are features, in their order. */
  private static List<String> fields(List<String> columns, QueryStreamConfig input) {
    Parquet format = (Parquet) input.format();
    List<String> others = new ArrayList<>(format.ignore());
    if (format.label() != null) {
      others.add(format.label());
    }
    input.id().ifPresent(id -> requireColumn("input.sql.id", id, columns));
    others.forEach(name -> requireColumn(FORMAT, name, columns));
    format.features().forEach(name -> requireColumn(FORMAT, name, columns));
    if (!format.features().isEmpty()) {
      return format.features();
    }
    input.id().ifPresent(others::add);
    List<String> features = new ArrayList<>(columns);
    features.removeAll(others);
    if (features.isEmpty()) {
      throw new RefusedException(
          "input.sql.query: found the columns %s, allowed one or more features beside %s"
              .formatted(String.join(", ", columns), String.join(", ", others)));
    }
    return features;
  }

  private static void requireColumn(String key, String name, List<String> columns) {
    if (!columns.contains(name)) {
      throw new RefusedException(
          "%s: found the column %s, allowed those of the query: %s"
              .formatted(key, name, String.join(", ", columns)));
    }
  }

  /** The columns whose cells are numbers: in them true is 1. */
  private static Set<String> numbers(List<String> fields, @Nullable CellColumns cells) {
    return cells == null
        ? Set.copyOf(fields)
        : cells.columns().stream()
            .filter(column -> column.kind().isNumber())
            .map(CellColumns.Column::name)
            .collect(Collectors.toSet());
  }

  @Override
  public DataStream<Arrival> arrivals(StreamExecutionEnvironment env) {
    return query
        .rows()
        .global()
        .process(reader)
        .returns(ArrivalSerializer.TYPE)
        .setParallelism(1)
        .setMaxParallelism(1)
        .name("read input.sql")
        .uid("query-rows");
  }

  @Override
  public void write(DataStream<Prediction> predictions, DataStream<Arrival> rejected) {
    if (config.output().files()) {
      RunOutputs.writePredictions(predictions, directory);
    }
    RunOutputs.writeDeadLetters(rejected, directory);
  }
}
