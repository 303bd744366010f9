package org.filbert.jobs.online;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.base.source.hybrid.HybridSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.connectors.flink.ArrivalSerializer;
import org.filbert.connectors.stream.Arrival;
import org.filbert.data.RefusedException;
import org.filbert.jobs.config.section.KafkaInputConfig;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.run.RunStart;
import org.filbert.online.Prediction;
import org.filbert.table.TableEncoder;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a file and then those of a topic, by one task, so that all records of the
 * file come first. Results go where those of a topic go; rejected records of the file go into the
 * run directory.
 */
record HistoryEndpoints(FileEndpoints file, KafkaEndpoints topic) implements StreamEndpoints {
  static HistoryEndpoints of(
      OnlineConfig config, ProjectPaths paths, RunStart start, @Nullable TableEncoder table)
      throws IOException {
    KafkaInputConfig kafka = config.input().kafka().orElseThrow();
    FileEndpoints file =
        FileEndpoints.of(
            config, config.input().file().orElseThrow(), paths, start.directory(), table);
    if (table == null) {
      requireSame(named(file.config().input().format().featureColumns().keySet()), kafka);
    }
    Instant begin = Instant.ofEpochMilli(start.identity().created());
    return new HistoryEndpoints(
        file,
        KafkaEndpoints.of(file.config(), kafka.asOf(begin), file.features(), start.directory()));
  }

  private static void requireSame(List<String> inFile, KafkaInputConfig kafka) {
    List<String> inTopic = named(kafka.record().featureColumns().keySet());
    if (!inFile.isEmpty() && !inTopic.isEmpty() && !inFile.equals(inTopic)) {
      throw new RefusedException(
          "input.kafka.record has the features %s, must have those of input.file in their order: %s"
              .formatted(String.join(", ", inTopic), String.join(", ", inFile)));
    }
  }

  /** The names of columns; none if they go by their numbers. */
  private static List<String> named(Set<String> columns) {
    return columns.stream().anyMatch(name -> name.matches("[0-9]+"))
        ? List.of()
        : List.copyOf(columns);
  }

  @Override
  public OnlineConfig config() {
    return file.config();
  }

  @Override
  public int features() {
    return file.features();
  }

  @Override
  public DataStream<Arrival> arrivals(StreamExecutionEnvironment env) {
    return env.fromSource(
            HybridSource.builder(file.source(true)).addSource(topic.streams().source()).build(),
            WatermarkStrategy.noWatermarks(),
            "history, then " + topic.streams().inputs().get(0),
            ArrivalSerializer.TYPE)
        .setParallelism(1)
        .uid("history-and-topic");
  }

  @Override
  public void write(DataStream<Prediction> predictions, DataStream<Arrival> rejected) {
    Set<String> topics = Set.copyOf(topic.streams().inputs());
    topic.write(predictions, those(rejected, topics, true));
    RunOutputs.writeDeadLetters(those(rejected, topics, false), file.directory());
  }

  private static DataStream<Arrival> those(
      DataStream<Arrival> rejected, Set<String> topics, boolean ofTopics) {
    return rejected
        .filter(each -> topics.contains(each.origin().source()) == ofTopics)
        .setParallelism(rejected.getParallelism())
        .name(ofTopics ? "rejected of the topic" : "rejected of the file");
  }
}
