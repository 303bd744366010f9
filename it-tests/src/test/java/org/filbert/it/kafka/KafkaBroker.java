package org.filbert.it.kafka;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.filbert.jobs.cluster.Installation;
import org.filbert.jobs.kafka.LocalBroker;
import org.filbert.jobs.kafka.LocalBrokerOptions;
import org.filbert.jobs.kafka.Topics;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A broker, a process of its own, for the tests of a class; nothing of it is left afterwards. */
final class KafkaBroker implements BeforeAllCallback, AfterAllCallback {
  static final Installation INSTALLATION =
      new Installation(Path.of("..").toAbsolutePath().normalize());

  private static final Duration POLL = Duration.ofMillis(100);

  private @Nullable Path directory;
  private @Nullable LocalBroker broker;

  @Override
  public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
    directory = Files.createTempDirectory("filbert-kafka");
    broker = start(0);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    stop();
    LocalBroker.delete(directory());
  }

  String address() {
    return running().bootstrapServers();
  }

  /** Stops the broker in order; what it has stays on disk. */
  void stop() {
    running().close();
  }

  /** Starts the stopped broker again, at the same address. */
  void startAgain() throws InterruptedException {
    broker = start(Integer.parseInt(address().split(":")[1]));
  }

  private LocalBroker start(int port) throws InterruptedException {
    return LocalBroker.start(
        new LocalBrokerOptions(directory(), port, Duration.ofSeconds(120)), INSTALLATION);
  }

  private Path directory() {
    if (directory == null) {
      throw new IllegalStateException("not started");
    }
    return directory;
  }

  private LocalBroker running() {
    if (broker == null) {
      throw new IllegalStateException("not started");
    }
    return broker;
  }

  void createTopics(int partitions, String... names) throws InterruptedException {
    try (Topics topics = new Topics(address())) {
      topics.create(Arrays.asList(names), partitions);
    }
  }

  /** Sends records to the topic's partition 0, in order, and waits until all are there. */
  void send(String topic, Collection<Message> messages)
      throws ExecutionException, InterruptedException {
    Properties properties = new Properties();
    properties.put("bootstrap.servers", address());
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
      List<Future<?>> sent = new ArrayList<>();
      for (Message message : messages) {
        sent.add(producer.send(new ProducerRecord<>(topic, 0, message.key(), message.value())));
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
