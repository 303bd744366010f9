package org.filbert.jobs.kafka;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.filbert.connectors.RowRange;
import org.filbert.connectors.file.UnpackedStream;
import org.filbert.jobs.process.ClusterException;
import org.jspecify.annotations.Nullable;

/**
 * Sends each line of a UTF-8 file as a record. Its key is the number of the line, not counting a
 * header.
 *
 * @param header whether to skip the first line
 * @param rows the lines to send; null for all
 */
public record LineProducer(String bootstrapServers, boolean header, @Nullable RowRange rows) {
  private static final int MAX_BLOCK_MILLIS = 15_000;

  /** Sends a plain or compressed file. Returns the number of records. */
  public long send(Path file, String topic) {
    try (BufferedReader lines =
            new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8));
        KafkaProducer<String, String> producer = producer()) {
      producer.partitionsFor(topic); // fails if the topic does not exist
      return send(lines, topic, producer);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(file + ": no such file", e);
    } catch (IOException e) {
      throw new IllegalArgumentException(file + ": cannot be read: " + e.getMessage(), e);
    } catch (KafkaException e) {
      throw new ClusterException("kafka " + bootstrapServers + ": " + e.getMessage(), e);
    }
  }

  private long send(BufferedReader lines, String topic, KafkaProducer<String, String> producer)
      throws IOException {
    if (header) {
      lines.readLine();
    }
    long from = rows == null ? 1 : rows.first();
    long last = rows == null ? Long.MAX_VALUE : rows.last();
    long sent = 0;
    Future<?> latest = null;
    String line;
    for (long number = 1; number <= last && (line = lines.readLine()) != null; number++) {
      if (number >= from) {
        latest = producer.send(new ProducerRecord<>(topic, Long.toString(number), line));
        sent++;
      }
    }
    producer.flush();
    if (latest != null) {
      requireSent(latest);
    }
    return sent;
  }

  private static void requireSent(Future<?> record) {
    try {
      record.get();
    } catch (ExecutionException e) {
      throw new KafkaException(e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }

  /**
   * A producer that sends one batch after the other: a broker whose new topic is not ready for a
   * batch may take the next one, and then never that.
   */
  private KafkaProducer<String, String> producer() {
    Map<String, Object> properties =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            ProducerConfig.MAX_BLOCK_MS_CONFIG,
            MAX_BLOCK_MILLIS,
            ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
            1,
            ProducerConfig.LINGER_MS_CONFIG,
            5);
    return new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer());
  }

  private static InputStream open(Path file) throws IOException {
    return UnpackedStream.of(file.toString(), Files.newInputStream(file));
  }
}
