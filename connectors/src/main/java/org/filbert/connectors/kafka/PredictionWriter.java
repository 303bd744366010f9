package org.filbert.connectors.kafka;

import java.nio.charset.StandardCharsets;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.filbert.connectors.stream.PredictionJson;
import org.filbert.online.Prediction;
import org.jspecify.annotations.Nullable;

/** Writes a prediction as JSON. The key is the id of the row. */
final class PredictionWriter implements KafkaRecordSerializationSchema<Prediction> {
  private static final long serialVersionUID = 1L;

  private final String topic;

  PredictionWriter(String topic) {
    this.topic = topic;
  }

  @Override
  public ProducerRecord<byte[], byte[]> serialize(
      Prediction prediction, KafkaSinkContext context, @Nullable Long timestamp) {
    byte[] key = prediction.id().getBytes(StandardCharsets.UTF_8);
    return new ProducerRecord<>(topic, key, PredictionJson.of(prediction));
  }
}
