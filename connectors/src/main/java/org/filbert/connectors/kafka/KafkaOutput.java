package org.filbert.connectors.kafka;

import java.time.Duration;
import java.util.Properties;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.filbert.connectors.stream.Arrival;
import org.filbert.online.Prediction;

/**
 * Writes topics exactly once. Readers of committed records see a record when the next checkpoint is
 * complete.
 *
 * @param job name of the job; two jobs of one name must not run at the same time
 */
public record KafkaOutput(KafkaConnection connection, String job) {
  /** Property with the time after which a broker aborts an open transaction. */
  static final String TIMEOUT = "transaction.timeout.ms";

  /** The brokers' default limit. */
  private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(15);

  /** A sink for predictions as JSON. The key is the id of the row. */
  public KafkaSink<Prediction> predictions(String topic) {
    return sink(topic, new PredictionWriter(topic));
  }

  /** A sink for records of JSON. */
  public KafkaSink<KeyedJson> json(String topic) {
    return sink(topic, new JsonWriter(topic));
  }

  /** A sink for rejected records, with reason and origin in headers. */
  public KafkaSink<Arrival> deadLetters(String topic) {
    return sink(topic, new DeadLetterWriter(topic));
  }

  private <T> KafkaSink<T> sink(String topic, KafkaRecordSerializationSchema<T> writer) {
    Properties properties = connection.clientProperties();
    properties.setProperty(TIMEOUT, Long.toString(timeout().toMillis()));
    return KafkaSink.<T>builder()
        .setBootstrapServers(connection.bootstrapServers())
        .setKafkaProducerConfig(properties)
        .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
        .setTransactionalIdPrefix(job + "-" + topic)
        .setRecordSerializer(writer)
        .build();
  }

  /** Longest duration of a transaction, which must cover the recovery of a job. */
  Duration timeout() {
    String configured = connection.properties().get(TIMEOUT);
    try {
      return configured == null
          ? DEFAULT_TIMEOUT
          : Duration.ofMillis(Integer.parseInt(configured.trim()));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          TIMEOUT + ": found " + configured + ", allowed a whole number of milliseconds", e);
    }
  }
}
