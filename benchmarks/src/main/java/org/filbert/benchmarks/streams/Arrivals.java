package org.filbert.benchmarks.streams;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Reads a topic of one partition whose keys are the numbers 0 to n - 1. Answers when each of them
 * was seen, as {@link System#nanoTime()} has it.
 */
final class Arrivals implements Callable<long[]> {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Map<String, Object> properties;
  private final String topic;
  private final int rows;
  private final CountDownLatch first = new CountDownLatch(1);

  /**
   * @param isolation Kafka's isolation level
   * @param rows n
   */
  Arrivals(String bootstrapServers, String topic, String isolation, int rows) {
    this.properties =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            isolation);
    this.topic = topic;
    this.rows = rows;
  }

  /** Waits until a record has been seen. */
  void awaitFirst() throws InterruptedException {
    first.await();
  }

  /**
   * @throws IllegalStateException if no record comes for two minutes, while some are missing
   */
  @Override
  public long[] call() {
    long[] seen = new long[rows];
    int missing = rows;
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer())) {
      List<TopicPartition> partition = List.of(new TopicPartition(topic, 0));
      consumer.assign(partition);
      consumer.seekToBeginning(partition);
      long last = System.nanoTime();
      while (missing > 0) {
        for (ConsumerRecord<String, String> record : consumer.poll(POLL)) {
          last = System.nanoTime();
          seen[Integer.parseInt(record.key())] = last;
          missing--;
        }
        if (System.nanoTime() - last > PATIENCE.toNanos()) {
          throw new IllegalStateException(
              "topic %s: found no record for %s s, %s of %s are missing"
                  .formatted(topic, PATIENCE.toSeconds(), missing, rows));
        }
        if (missing < rows) {
          first.countDown();
        }
      }
    } finally {
      first.countDown();
    }
    return seen;
  }
}
