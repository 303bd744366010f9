package org.filbert.jobs.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.flink.ArrivalSerializer;
import org.filbert.connectors.kafka.BrokerCheck;
import org.filbert.connectors.kafka.KafkaInput;
import org.filbert.connectors.kafka.KafkaOutput;
import org.filbert.connectors.kafka.KeyedJson;
import org.filbert.connectors.kafka.RecordFormat;
import org.filbert.connectors.stream.Arrival;
import org.filbert.connectors.stream.RowRule;
import org.filbert.jobs.config.section.KafkaInputConfig;
import org.filbert.jobs.config.section.KafkaOutputConfig;
import org.filbert.online.Prediction;

/** Connects the topics of a run with its job graph. */
public final class KafkaStreams {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final KafkaInput input;
  private final KafkaOutput output;
  private final KafkaOutputConfig topics;

  /**
   * @param job name of the run, for its consumer group and its transactions
   * @param rule requirements on rows
   */
  public KafkaStreams(
      String job,
      KafkaInputConfig input,
      KafkaOutputConfig topics,
      RecordFormat format,
      RowRule rule) {
    this.input =
        new KafkaInput(
            input.connection(),
            input.topic(),
            input.labels().orElse(null),
            input.groupId().orElse(job),
            input.start(),
            input.end(),
            format,
            rule,
            topics.deadLetters().isPresent() ? OnBadRecord.QUARANTINE : OnBadRecord.FAIL);
    this.output = new KafkaOutput(input.connection(), job);
    this.topics = topics;
  }

  /**
   * Checks that the broker and the topics suit the run.
   *
   * @param checkpoints interval of the run's checkpoints
   * @throws org.filbert.connectors.BadInputException if they do not; the message says why
   */
  public void check(Duration checkpoints) {
    try (BrokerCheck broker = new BrokerCheck(input.connection(), PATIENCE)) {
      List<String> written = new ArrayList<>();
      topics.predictions().ifPresent(written::add);
      topics.deadLetters().ifPresent(written::add);
      broker.requireTopics(input.topics());
      broker.requireTopics(written);
      if (!written.isEmpty()) {
        broker.requireTransactions(output, checkpoints);
      }
    }
  }

  /** A source of all records of the input topics. */
  public Source<Arrival, ?, ?> source() {
    return input.source();
  }

  /** The input topics. */
  public List<String> inputs() {
    return input.topics();
  }

  /** All records of the input topic. Unusable records are {@link Arrival.Rejected}. */
  public DataStream<Arrival> arrivals(StreamExecutionEnvironment environment) {
    return environment
        .fromSource(
            source(),
            WatermarkStrategy.noWatermarks(),
            "read " + input.topic(),
            ArrivalSerializer.TYPE)
        .uid("kafka-input");
  }

  /** Writes the predictions of an online run if a topic is configured for them. */
  public void writePredictions(DataStream<Prediction> predictions) {
    topics.predictions().ifPresent(topic -> write(predictions, output.predictions(topic), topic));
  }

  /** Writes predictions as JSON if a topic is configured for them. */
  public void writeJson(DataStream<KeyedJson> predictions) {
    topics.predictions().ifPresent(topic -> write(predictions, output.json(topic), topic));
  }

  private static <T> void write(DataStream<T> predictions, Sink<T> sink, String topic) {
    predictions
        .sinkTo(sink)
        .setParallelism(predictions.getParallelism()) // keeps the order of the predictions
        .name("write " + topic)
        .uid("kafka-predictions");
  }

  /** Writes the rejected records of a stream if a topic is configured for them. */
  public void writeDeadLetters(DataStream<Arrival> rejected) {
    topics
        .deadLetters()
        .ifPresent(
            topic ->
                rejected
                    .filter(Arrival.Rejected.class::isInstance)
                    .setParallelism(rejected.getParallelism())
                    .sinkTo(output.deadLetters(topic))
                    .setParallelism(rejected.getParallelism())
                    .name("write " + topic)
                    .uid("kafka-dead-letters"));
  }
}
