package org.filbert.connectors.kafka;

import java.nio.charset.StandardCharsets;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.filbert.connectors.stream.Arrival;
import org.filbert.connectors.stream.Origin;
import org.jspecify.annotations.Nullable;

/**
 * Writes a rejected record with its original key and value and the text headers {@code
 * filbert.reason}, {@code filbert.topic}, {@code filbert.partition}, {@code filbert.offset} and
 * {@code filbert.time}.
 */
final class DeadLetterWriter implements KafkaRecordSerializationSchema<Arrival> {
  private static final long serialVersionUID = 1L;

  private final String topic;

  DeadLetterWriter(String topic) {
    this.topic = topic;
  }

  @Override
  public ProducerRecord<byte[], byte[]> serialize(
      Arrival arrival, KafkaSinkContext context, @Nullable Long timestamp) {
    Arrival.Rejected rejected = (Arrival.Rejected) arrival;
    ProducerRecord<byte[], byte[]> letter =
        new ProducerRecord<>(topic, rejected.key(), rejected.value());
    Origin origin = rejected.origin();
    Headers headers = letter.headers();
    add(headers, "reason", rejected.reason());
    add(headers, "topic", origin.source());
    add(headers, "partition", Integer.toString(origin.partition()));
    add(headers, "offset", Long.toString(origin.offset()));
    add(headers, "time", Long.toString(origin.time()));
    return letter;
  }

  private static void add(Headers headers, String name, String value) {
    headers.add("filbert." + name, value.getBytes(StandardCharsets.UTF_8));
  }
}
