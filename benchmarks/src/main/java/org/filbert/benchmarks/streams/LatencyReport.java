package org.filbert.benchmarks.streams;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Sends rows to a topic at a given rate and waits for their predictions in another one: the latency
 * of each, from the time at which the row was to be sent, as Markdown. Its arguments are the
 * broker, the topic of rows, the topic of predictions, a file with a record in each line, and the
 * rows a second. The first row is sent alone and waited for, so that the run has started.
 *
 * <p>A prediction is written when a consumer sees it that does not wait for transactions, and
 * committed when one sees it that does.
 */
public final class LatencyReport {
  private LatencyReport() {}

  /** Prints the report. */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, ExecutionException {
    String broker = arguments[0];
    String predictions = arguments[2];
    List<String> rows = Files.readAllLines(Path.of(arguments[3]));
    double rate = Double.parseDouble(arguments[4]);
    Arrivals written = new Arrivals(broker, predictions, "read_uncommitted", rows.size());
    Arrivals committed = new Arrivals(broker, predictions, "read_committed", rows.size());
    ExecutorService readers = Executors.newFixedThreadPool(2);
    try (KafkaProducer<String, String> producer = producer(broker)) {
      Future<long[]> seen = readers.submit(written);
      Future<long[]> known = readers.submit(committed);
      Future<?> first = producer.send(new ProducerRecord<>(arguments[1], "0", rows.get(0)));
      first.get();
      written.awaitFirst();
      long[] due = send(producer, arguments[1], rows, rate);
      long sent = System.nanoTime();
      print(due, sent, seen.get(), known.get(), rate);
    } finally {
      readers.shutdownNow();
    }
  }

  private static KafkaProducer<String, String> producer(String broker) {
    return new KafkaProducer<>(
        Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker, ProducerConfig.LINGER_MS_CONFIG, 0),
        new StringSerializer(),
        new StringSerializer());
  }

  /** Sends the rows but the first. Answers when each was due. */
  private static long[] send(
      KafkaProducer<String, String> producer, String topic, List<String> rows, double rate)
      throws InterruptedException, ExecutionException {
    long[] due = new long[rows.size()];
    List<Future<?>> sent = new ArrayList<>();
    long start = System.nanoTime();
    for (int i = 1; i < due.length; i++) {
      due[i] = start + Math.round(i / rate * TimeUnit.SECONDS.toNanos(1));
      long wait;
      while ((wait = due[i] - System.nanoTime()) > 0) {
        LockSupport.parkNanos(wait);
      }
      sent.add(producer.send(new ProducerRecord<>(topic, Integer.toString(i), rows.get(i))));
    }
    for (Future<?> each : sent) {
      each.get();
    }
    return due;
  }

  private static void print(long[] due, long sent, long[] seen, long[] known, double rate) {
    int rows = due.length;
    long end = Arrays.stream(seen).max().orElseThrow();
    System.out.printf(
        Locale.ROOT,
        "%,d rows, %,.0f a second asked; sent %,.0f, predicted %,.0f a second; %,d rows had no"
            + " prediction when the last was sent%n%n",
        rows - 1,
        rate,
        (rows - 1) / seconds(sent - due[1]),
        (rows - 1) / seconds(end - due[1]),
        Arrays.stream(seen).filter(time -> time > sent).count());
    System.out.println("| milliseconds until | p50 | p90 | p99 | max |\n|---|---|---|---|---|");
    print("written, all rows", due, seen, 1);
    print("written, second half", due, seen, Math.max(1, rows / 2));
    print("committed, all rows", due, known, 1);
    print("committed, second half", due, known, Math.max(1, rows / 2));
  }

  private static void print(String name, long[] due, long[] seen, int from) {
    double[] latencies = new double[due.length - from];
    Arrays.setAll(latencies, i -> 1e3 * seconds(seen[from + i] - due[from + i]));
    Arrays.sort(latencies);
    System.out.printf(
        Locale.ROOT,
        "| %s | %.1f | %.1f | %.1f | %.1f |%n",
        name,
        share(latencies, 0.5),
        share(latencies, 0.9),
        share(latencies, 0.99),
        share(latencies, 1));
  }

  /** The least value that so many of all are not above. */
  private static double share(double[] ascending, double share) {
    return ascending[(int) Math.ceil(share * ascending.length) - 1];
  }

  private static double seconds(long nanos) {
    return nanos / 1e9;
  }
}
