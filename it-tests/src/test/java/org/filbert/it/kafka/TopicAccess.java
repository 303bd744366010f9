package org.filbert.it.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.filbert.jobs.kafka.Topics;
import org.jspecify.annotations.Nullable;

/** Topics of a broker as tests write and read them, without any security. */
abstract class TopicAccess {
  private static final Duration POLL = Duration.ofMillis(100);

  /** Where the broker listens. */
  abstract String address();

  void createTopics(int partitions, String... names) throws InterruptedException {
    try (Topics topics = new Topics(address())) {
      topics.create(Arrays.asList(names), partitions);
    }
  }

  /** Sends records to the topic's partition 0, in order, and waits until all are there. */
  void send(String topic, Collection<Message> messages)
      throws ExecutionException, InterruptedException {
    send(topic, messages, 1);
  }

  /** Gives a topic so many partitions. */
  void grow(String topic, int partitions) throws ExecutionException, InterruptedException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", address()))) {
      admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions))).all().get();
    }
  }

  /** Sends records to the topic's first partitions in turn, and waits until all are there. */
  void send(String topic, Collection<Message> messages, int partitions)
      throws ExecutionException, InterruptedException {
    Properties properties = new Properties();
    properties.put("bootstrap.servers", address());
    properties.put("delivery.timeout.ms", Integer.toString(Integer.MAX_VALUE));
    // a new topic whose leader is not ready for a batch may take the next one, and then never that
    properties.put("max.in.flight.requests.per.connection", "1");
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
      List<Future<?>> sent = new ArrayList<>();
      for (Message message : messages) {
        sent.add(
            producer.send(
                new ProducerRecord<>(
                    topic, sent.size() % partitions, message.key(), message.value())));
      }
      for (Future<?> each : sent) {
        each.get();
      }
    }
  }

  /** What a producer sends. */
  record Message(byte @Nullable [] key, byte @Nullable [] value) {
    static Message of(@Nullable String key, String value) {
      return new Message(
          key == null ? null : key.getBytes(StandardCharsets.UTF_8),
          value.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** All committed records of a topic, once these are enough; those of partition 0 in order. */
  List<ConsumerRecord<byte[], byte[]>> await(
      String topic, Predicate<List<ConsumerRecord<byte[], byte[]>>> enough) {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(partition -> new TopicPartition(topic, partition.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      while (!enough.test(records) || !atEnd(consumer, partitions)) {
        consumer.poll(POLL).forEach(records::add);
      }
      return records;
    }
  }

  /** The committed records of a topic that nobody writes to any more. */
  List<ConsumerRecord<byte[], byte[]>> all(String topic) {
    return await(topic, records -> true);
  }

  private static boolean atEnd(
      KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    return partitions.stream()
        .allMatch(partition -> consumer.position(partition) >= ends.get(partition));
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    Properties properties = new Properties();
    properties.put("bootstrap.servers", address());
    properties.put("isolation.level", "read_committed");
    return new KafkaConsumer<>(
        properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }
}
