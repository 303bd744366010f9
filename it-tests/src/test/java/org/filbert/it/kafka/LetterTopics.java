package org.filbert.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.filbert.it.kafka.TopicAccess.Message;

/** Rows of UCI Letter in a topic, and the output topics and files of a run. */
final class LetterTopics {
  static final Path HOME = KafkaBroker.INSTALLATION.home();
  static final Path CONFIG = HOME.resolve("conf/kafka-doubly-stochastic-online.yaml");

  private static final int BATCH = 100;
  private static final int HALF = 8 * BATCH;
  private static final int POISON_EVERY = 40;
  private static final List<String> CLOCK =
      List.of("seconds", "instancesPerSecond", "lagMillis", "deadLetters");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final KafkaBroker broker;
  private final String name;
  private final Path directory;

  /** Makes the topics of a run. */
  LetterTopics(KafkaBroker broker, String name, Path directory) throws InterruptedException {
    this.broker = broker;
    this.name = name;
    this.directory = directory;
    broker.createTopics(1, name, scored(), rejected());
  }

  private String scored() {
    return name + "-scored";
  }

  private String rejected() {
    return name + "-rejected";
  }

  /** Overrides of {@link #CONFIG}; batches are closed by their size alone. */
  List<String> settings() {
    return List.of(
        "name=" + name,
        "parallelism=2",
        "input.kafka.bootstrapServers=" + broker.address(),
        "input.kafka.topic=" + name,
        "output.kafka={predictions: " + scored() + ", deadLetters: " + rejected() + "}",
        "batch={size: " + BATCH + ", maxDelay: 1h}",
        "progressive={every: 200, growth: fixed}",
        "backend.threads=1",
        "checkpoint.interval=300ms",
        "store=" + directory.resolve(name + "-store"));
  }

  Path run() {
    return directory.resolve(name + "-run");
  }

  /** Sends the first or the second half of the rows, with bad records in between. */
  void sendHalf(int half) throws IOException, ExecutionException, InterruptedException {
    sendHalf(half, 1);
  }

  /** As {@link #sendHalf(int)}, to so many partitions in turn. */
  void sendHalf(int half, int partitions)
      throws IOException, ExecutionException, InterruptedException {
    List<Message> messages = new ArrayList<>();
    List<String> rows = rows(2L * HALF).subList((half - 1) * HALF, half * HALF);
    for (int i = 0; i < rows.size(); i++) {
      String id = half + "-" + i;
      messages.add(Message.of(id, rows.get(i)));
      if (i % POISON_EVERY == 0) {
        messages.add(Message.of("bad-" + id, "A,1,NaN"));
      }
    }
    broker.send(name, messages, partitions);
  }

  /** Sends rows whose ids are their numbers after a prefix. */
  void send(List<String> rows, String prefix) throws ExecutionException, InterruptedException {
    broker.send(
        name,
        IntStream.range(0, rows.size())
            .mapToObj(i -> Message.of(prefix + i, rows.get(i)))
            .toList());
  }

  /** Gives the topic of the rows so many partitions. */
  void grow(int partitions) throws ExecutionException, InterruptedException {
    broker.grow(name, partitions);
  }

  /** The ids of all rows. */
  static List<String> ids() {
    return IntStream.rangeClosed(1, 2)
        .boxed()
        .flatMap(half -> IntStream.range(0, HALF).mapToObj(i -> half + "-" + i))
        .toList();
  }

  /** Waits until all that was sent in the first halves has been scored, learned and committed. */
  void awaitHalves(int halves) {
    broker.await(scored(), records -> records.size() >= halves * HALF);
    broker.await(rejected(), records -> records.size() >= halves * HALF / POISON_EVERY);
  }

  /** Waits until so many rows have been scored and committed. */
  void awaitRows(int rows) {
    broker.await(scored(), records -> records.size() >= rows);
  }

  /** Each row's prediction, by id; every id once. */
  Map<String, String> predictions() {
    return predictions(2 * HALF);
  }

  /** As {@link #predictions()}, of so many rows. */
  Map<String, String> predictions(int rows) {
    Map<String, String> predictions = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> record : broker.all(scored())) {
      assertThat(predictions.put(text(record.key()), text(record.value()))).isNull();
    }
    assertThat(predictions).hasSize(rows);
    return predictions;
  }

  /** Ids of the bad records, in the order of their offsets. */
  List<String> deadLetters() {
    return broker.all(rejected()).stream().map(record -> text(record.key())).toList();
  }

  /** The lines of the learning curve without what depends on the clock. */
  List<ObjectNode> curve() throws IOException {
    List<ObjectNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(run().resolve("curve.jsonl"))) {
      lines.add(((ObjectNode) JSON.readTree(line)).remove(CLOCK));
    }
    return lines;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** So many rows of UCI Letter. */
  static List<String> rows(long count) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(
                    Files.newInputStream(HOME.resolve("data/letter-recognition.csv.gz"))),
                StandardCharsets.UTF_8))) {
      return lines.lines().skip(1).limit(count).toList();
    }
  }
}
