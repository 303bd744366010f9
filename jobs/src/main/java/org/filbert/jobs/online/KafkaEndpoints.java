package org.filbert.jobs.online;

import java.util.Optional;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.connectors.stream.Arrival;
import org.filbert.jobs.config.section.KafkaInputConfig;
import org.filbert.jobs.config.section.KafkaOutputConfig;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.kafka.KafkaStreams;
import org.filbert.online.Prediction;

/** Reads records from a topic and writes results to topics. */
record KafkaEndpoints(OnlineConfig config, KafkaStreams streams, int features, String directory)
    implements StreamEndpoints {

  /** Checks the brokers and the topics. */
  static KafkaEndpoints of(
      OnlineConfig config, KafkaInputConfig input, int features, String directory) {
    KafkaStreams streams =
        new KafkaStreams(
            config.name(),
            input,
            config
                .output()
                .kafka()
                .orElse(new KafkaOutputConfig(Optional.empty(), Optional.empty())),
            input.format(config.task(), features, RowSettings.cells(config)),
            RowSettings.rule(config, features));
    streams.check(config.checkpoint().interval());
    return new KafkaEndpoints(config, streams, features, directory);
  }

  @Override
  public DataStream<Arrival> arrivals(StreamExecutionEnvironment env) {
    return streams.arrivals(env);
  }

  @Override
  public void write(DataStream<Prediction> predictions, DataStream<Arrival> rejected) {
    streams.writePredictions(predictions);
    streams.writeDeadLetters(rejected);
    if (config.output().files()) {
      RunOutputs.writePredictions(predictions, directory);
    }
  }
}
