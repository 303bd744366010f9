package org.filbert.jobs.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.filbert.jobs.process.ClusterException;

/** Reads the committed records of a topic, starting with the oldest. */
public record RecordConsumer(String bootstrapServers) {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final int API_MILLIS = 15_000;

  /**
   * Reads records until there is enough.
   *
   * @param max largest number of records to read
   * @param follow whether to wait for more records at the end
   */
  public void read(
      String topic, long max, boolean follow, Consumer<ConsumerRecord<String, String>> action) {
    try (KafkaConsumer<String, String> consumer = consumer()) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(partition -> new TopicPartition(topic, partition.partition()))
              .toList();
      if (partitions.isEmpty()) {
        throw new ClusterException("kafka " + bootstrapServers + ": found no topic " + topic);
      }
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      long read = 0;
      while (read < max && (follow || !reached(consumer, ends))) {
        for (ConsumerRecord<String, String> record : consumer.poll(POLL)) {
          if (read++ < max) {
            action.accept(record);
          }
        }
      }
    } catch (KafkaException e) {
      throw new ClusterException("kafka " + bootstrapServers + ": " + e.getMessage(), e);
    }
  }

  private static boolean reached(
      KafkaConsumer<String, String> consumer, Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  private KafkaConsumer<String, String> consumer() {
    Map<String, Object> properties =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed",
            ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
            false,
            ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            API_MILLIS,
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest");
    return new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer());
  }
}
