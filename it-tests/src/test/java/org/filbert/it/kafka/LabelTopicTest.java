package org.filbert.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.client.JobCancellationException;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.filbert.it.MiniFlink;
import org.filbert.it.kafka.TopicAccess.Message;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.online.OnlineJob;
import org.filbert.jobs.run.JobEnd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows in one topic, labels in another, and unusable records of both in a third. */
@Timeout(300)
class LabelTopicTest {
  @RegisterExtension static final KafkaBroker BROKER = new KafkaBroker();

  private static final InMemoryReporter METRICS = InMemoryReporter.create();

  @RegisterExtension
  static final MiniClusterExtension FLINK =
      MiniFlink.cluster(1, 2, METRICS.addToConfiguration(new Configuration()));

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int BATCH = 4;
  private static final String SETTINGS =
      """
      name: NAME
      parallelism: 2
      task: classification
      rows: {features: 2, classes: [left, right]}
      kernel: {type: gaussian, sigma: 1}
      learner: {blockSize: 8, step: {type: constant, gamma: 1}}
      batch: {size: 4, maxDelay: 1h}
      backend: {blas: java}
      checkpoint: {interval: 100ms}
      store: DIRECTORY/store
      """;
  private static final String TOPICS =
      SETTINGS
          + """
          input:
            kafka:
              bootstrapServers: BROKER
              topic: NAME
              labels: NAME-labels
              record: {type: jsonlines, array: x, label: label}
          output: {kafka: {predictions: NAME-scored, deadLetters: NAME-rejected}}
          """;
  private static final String FILE =
      SETTINGS
          + """
          input:
            file: {path: DIRECTORY/rows.csv, format: {type: csv, header: true, label: class}}
          output: {files: true}
          """;

  @TempDir Path directory;

  private JobClient start(String name, String configuration, String... overrides) throws Exception {
    Path file = directory.resolve(name + ".yaml");
    Files.writeString(
        file,
        configuration
            .replace("NAME", name)
            .replace("BROKER", BROKER.address())
            .replace("DIRECTORY", directory.toString()));
    OnlineConfig config = new ConfigLoader().load(file, List.of(overrides), OnlineConfig.class);
    return new OnlineJob(config, ProjectPaths.ofProcess(), new Configuration())
        .start(directory.resolve(name + "-run").toString());
  }

  private static void createTopics(String name) throws InterruptedException {
    BROKER.createTopics(1, name, name + "-labels", name + "-scored", name + "-rejected");
  }

  private static void end(JobClient job) throws Exception {
    job.cancel().get();
    assertThatThrownBy(() -> job.getJobExecutionResult().get())
        .hasRootCauseInstanceOf(JobCancellationException.class);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
    return text(letter.headers().lastHeader("filbert." + name).value());
  }

  @Test
  void whatCannotBeUsedArrivesAsItWas() throws Exception {
    String name = "refused";
    createTopics(name);
    byte[] noText = {'{', -1};
    Map<Message, String> rows =
        Map.of(
            Message.of("much", "{\"x\": [1, 2, 3],  \"label\": \"left\"}"),
            "found 3 features, allowed 2",
            Message.of("up", "{\"label\": \"up\", \"x\": [1, 2]}\n"),
            "found class \"up\", allowed one of [left, right]",
            Message.of(null, "{\"x\": [1, \"NaN\"]}"),
            "found \"NaN\" in field x",
            Message.of("infinite", "{\"x\": [1, 1e999]}"),
            "found ",
            new Message(noText, noText),
            "found ");
    Map<Message, String> labels =
        Map.of(
            Message.of("much", "sideways"),
            "found class \"sideways\", allowed one of [left, right]",
            Message.of("empty", ""),
            "found an empty record, allowed a label",
            new Message(noText, noText),
            "found ",
            Message.of(null, "left"),
            "found a label without a key");
    List<Message> sentRows = List.copyOf(rows.keySet());
    List<Message> sentLabels = List.copyOf(labels.keySet());
    BROKER.send(name, sentRows);
    BROKER.send(name + "-labels", sentLabels);

    JobClient job = start(name, TOPICS, "rows.labelDelay=1h");
    List<ConsumerRecord<byte[], byte[]>> letters =
        BROKER.await(
            name + "-rejected", found -> found.size() >= sentRows.size() + sentLabels.size());
    end(job);

    assertThat(letters).hasSize(sentRows.size() + sentLabels.size());
    for (ConsumerRecord<byte[], byte[]> letter : letters) {
      boolean row = header(letter, "topic").equals(name);
      int offset = Integer.parseInt(header(letter, "offset"));
      Message sent = (row ? sentRows : sentLabels).get(offset);
      assertThat(letter.key()).isEqualTo(sent.key());
      assertThat(letter.value()).isEqualTo(sent.value());
      assertThat(header(letter, "topic")).isEqualTo(row ? name : name + "-labels");
      assertThat(header(letter, "partition")).isEqualTo("0");
      assertThat(header(letter, "reason")).startsWith((row ? rows : labels).get(sent));
    }
  }

  /**
   * Rows 0 to 11: the labels of 0 to 2 come before them, those of 4 to 7 after, of 8 to 11 never.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void labelsMayComeBeforeAfterAndNever(boolean experts) throws Exception {
    String name = "joined" + experts;
    createTopics(name);
    String[] learner =
        experts
            ? new String[] {
              "kernel=null",
              "learner={algorithm: recursive-least-squares, firstRows: 0, experts: [{kernel: {type:"
                  + " gaussian, sigma: 1}, features: 8}]}"
            }
            : new String[0];
    JobClient job =
        start(
            name,
            TOPICS,
            Stream.concat(Stream.of("rows.labelDelay=1h"), Stream.of(learner))
                .toArray(String[]::new));
    List<Message> early =
        new ArrayList<>(IntStream.range(0, 3).mapToObj(LabelTopicTest::label).toList());
    early.add(Message.of("mark", "sideways"));
    BROKER.send(name + "-labels", early);
    BROKER.await(name + "-rejected", letters -> letters.size() == 1); // they wait for their rows
    BROKER.send(name, IntStream.range(0, 12).mapToObj(i -> row(i)).toList());
    BROKER.await(name + "-scored", scored -> scored.size() == 12);
    List<Message> late = new ArrayList<>();
    late.add(Message.of("nobody", "left"));
    IntStream.range(4, 8).forEach(i -> late.add(label(i)));
    BROKER.send(name + "-labels", late);
    List<ConsumerRecord<byte[], byte[]>> scored =
        BROKER.await(name + "-scored", found -> found.size() >= 12 + BATCH);
    end(job);

    StringBuilder rows = new StringBuilder("class,x,y\n");
    IntStream.range(0, 12).forEach(i -> rows.append(line(i, i < 3 ? className(i) : "")));
    IntStream.range(4, 8).forEach(i -> rows.append(line(i, className(i))));
    Files.writeString(directory.resolve("rows.csv"), rows.toString());
    start("file", FILE, learner).getJobExecutionResult().get();

    assertThat(scored.stream().map(record -> text(record.key())))
        .containsExactlyElementsOf(
            Stream.of(IntStream.range(0, 12), IntStream.range(4, 8))
                .flatMap(range -> range.mapToObj(i -> "row" + i))
                .toList());
    assertThat(scored.stream().map(record -> withoutId(text(record.value()))))
        .containsExactlyElementsOf(filePredictions());
  }

  @Test
  void labelsMayBeNumbers() throws Exception {
    String name = "numbers";
    createTopics(name);
    List<Message> labels =
        Stream.of("2.5", "NaN", "many", "-1e3", "1e999", "7", "0")
            .map(label -> Message.of("row" + label, label))
            .toList();
    BROKER.send(name, labels.stream().map(label -> unlabelled(text(label.key()))).toList());
    BROKER.send(name, List.of(unlabelled("lonely")));
    JobClient job =
        start(
            name,
            TOPICS,
            "rows.labelDelay=1h",
            "task=regression",
            "rows.classes=null",
            "progressive.baselines=[linear-regression, mean]");
    BROKER.await(name + "-scored", scored -> scored.size() == 2 * BATCH);
    BROKER.send(name + "-labels", labels);
    List<ConsumerRecord<byte[], byte[]>> scored =
        BROKER.await(name + "-scored", found -> found.size() == 3 * BATCH);
    List<ConsumerRecord<byte[], byte[]>> letters =
        BROKER.await(name + "-rejected", found -> found.size() == 3);
    end(job);
    assertThat(letters.stream().map(letter -> text(letter.value())))
        .containsExactly("NaN", "many", "1e999");
    assertThat(
            scored.subList(2 * BATCH, 3 * BATCH).stream()
                .map(record -> withoutId(text(record.value())).get("label").toString()))
        .containsExactly("[2.5]", "[-1000.0]", "[7.0]", "[0.0]");
    assertThat(scored)
        .allSatisfy(
            record -> {
              JsonNode prediction = withoutId(text(record.value()));
              assertThat(prediction.get("scores")).hasSize(1);
              assertThat(prediction.has("prediction")).isFalse();
            });
  }

  private static Message unlabelled(String id) {
    return Message.of(id, "{\"x\": [0.1, 0.5]}");
  }

  @Test
  void whatStaysAloneIsCounted() throws Exception {
    String name = "alone";
    createTopics(name);
    JobClient job = start(name, TOPICS, "rows.labelDelay=1ms");
    BROKER.send(name, IntStream.range(0, BATCH).mapToObj(i -> row(i)).toList());
    BROKER.send(name + "-labels", IntStream.range(10, 13).mapToObj(LabelTopicTest::label).toList());
    while (counter(job, "unlabelledRows") < BATCH || counter(job, "unclaimedLabels") < 3) {
      assertThat(JobEnd.within(10, job.getJobExecutionResult())).isFalse();
    }
    BROKER.await(name + "-scored", scored -> scored.size() == BATCH);
    assertThat(counter(job, "unlabelledRows")).isEqualTo(BATCH);
    assertThat(counter(job, "unclaimedLabels")).isEqualTo(3);
    end(job);
  }

  private static long counter(JobClient job, String name) {
    return METRICS.findMetrics(job.getJobID(), name).values().stream()
        .mapToLong(metric -> ((Counter) metric).getCount())
        .sum();
  }

  private static double x(int i) {
    return i % 2 - 0.1 * i;
  }

  private static String className(int i) {
    return i % 2 == 0 ? "left" : "right";
  }

  private static Message row(int i) {
    return Message.of("row" + i, "{\"x\": [" + x(i) + ", 0.5]}");
  }

  private static Message label(int i) {
    return Message.of("row" + i, className(i));
  }

  private static String line(int i, String label) {
    return label + "," + x(i) + ",0.5\n";
  }

  private static JsonNode withoutId(String prediction) {
    try {
      return ((ObjectNode) JSON.readTree(prediction)).without("id");
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** In the order of the rows. */
  private List<JsonNode> filePredictions() throws Exception {
    Map<Integer, JsonNode> byRow = new HashMap<>();
    try (Stream<Path> files = Files.walk(directory.resolve("file-run/predictions"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".jsonl")).toList()) {
        for (String line : Files.readAllLines(file)) {
          byRow.put(JSON.readTree(line).get("id").asInt(), withoutId(line));
        }
      }
    }
    return IntStream.rangeClosed(1, byRow.size()).mapToObj(byRow::get).toList();
  }
}
