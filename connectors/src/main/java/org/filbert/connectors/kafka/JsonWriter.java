package org.filbert.connectors.kafka;

import java.nio.charset.StandardCharsets;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Writes records as they are. */
final class JsonWriter implements KafkaRecordSerializationSchema<KeyedJson> {
  private static final long serialVersionUID = 1L;

  private final String topic;

  JsonWriter(String topic) {
    this.topic = topic;
  }

  @Override
  public ProducerRecord<byte[], byte[]> serialize(
      KeyedJson record, KafkaSinkContext context, @Nullable Long timestamp) {
    return new ProducerRecord<>(
        topic, record.key().getBytes(StandardCharsets.UTF_8), record.json());
  }
}
