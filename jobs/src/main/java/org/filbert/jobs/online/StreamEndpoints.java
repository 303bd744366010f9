package org.filbert.jobs.online;

import java.io.IOException;
import java.util.Optional;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.connectors.stream.Arrival;
import org.filbert.jobs.config.section.KafkaInputConfig;
import org.filbert.jobs.config.stream.FileStreamConfig;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.run.RunStart;
import org.filbert.online.Prediction;
import org.filbert.table.TableEncoder;
import org.jspecify.annotations.Nullable;

/** Source and sinks of an online run. Each kind of stream implements it. */
interface StreamEndpoints {
  /**
   * Those of a configuration, whose files, topics and queries are checked.
   *
   * @param env of the job
   * @param table makes numbers of cells; null if the rows are numbers
   */
  static StreamEndpoints of(
      OnlineConfig config,
      ProjectPaths paths,
      RunStart start,
      StreamExecutionEnvironment env,
      @Nullable TableEncoder table)
      throws IOException {
    if (config.input().sql().isPresent()) {
      return QueryEndpoints.of(
          config, config.input().sql().get(), paths, start.directory(), env, table);
    }
    Optional<FileStreamConfig> file = config.input().file();
    Optional<KafkaInputConfig> kafka = config.input().kafka();
    if (kafka.isEmpty()) {
      return FileEndpoints.of(config, file.orElseThrow(), paths, start.directory(), table);
    }
    if (file.isEmpty()) {
      int features = table == null ? config.rows().features().orElseThrow() : table.features();
      return KafkaEndpoints.of(config, kafka.get(), features, start.directory());
    }
    return HistoryEndpoints.of(config, paths, start, table);
  }

  /** The run's configuration, with the names of feature columns from a header, if any. */
  OnlineConfig config();

  /** Number d of features of each row. */
  int features();

  /** All arrivals, with rows in the model's form. */
  DataStream<Arrival> arrivals(StreamExecutionEnvironment env);

  /** Writes predictions and rejected records to their sinks. */
  void write(DataStream<Prediction> predictions, DataStream<Arrival> rejected);
}
