package org.filbert.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.filbert.it.People;
import org.filbert.it.SharedFlink;
import org.filbert.it.kafka.TopicAccess.Message;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.online.OnlineJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A history with labels that come later, with mixed columns, and with a time to begin at. */
@Timeout(300)
class HistoryFormsTest {
  @RegisterExtension static final KafkaBroker BROKER = new KafkaBroker();

  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int BATCH = 20;
  private static final int ROWS = 12 * BATCH;
  private static final int HISTORY = 7 * BATCH;
  private static final String CELLS = "{type: csv, label: '6'}";
  private static final String NAMED = "{type: csv, header: true, label: income}";
  private static final String FIELDS =
      "{type: jsonlines, label: income, fields: [id, age, job, hired, weight]}";
  private static final String NUMBERS = "{type: csv, label: '1'}";
  private static final String SETTINGS =
      """
      parallelism: 2
      task: classification
      kernel: {type: gaussian, sigma: 20}
      learner: {loss: logistic, blockSize: 32, step: {type: constant, gamma: 1}}
      batch: {size: BATCH, maxDelay: 1h}
      backend: {blas: java}
      checkpoint: {interval: 100ms}
      """
          .replace("BATCH", Integer.toString(BATCH));

  private static final List<People> PEOPLE = People.of(5, ROWS);

  @TempDir Path directory;

  private String file(String name, Stream<String> lines, String format) throws IOException {
    Path file = directory.resolve(name + ".csv");
    Files.write(file, lines.toList());
    return "file: {path: %s, format: %s}".formatted(file, format);
  }

  /** Makes the topics of a run. Returns its input from one of them. */
  private static String topic(String name, String record, String more) throws InterruptedException {
    BROKER.createTopics(1, name, name + "-labels", name + "-scored");
    return "kafka: {bootstrapServers: '%s', topic: %s, record: %s%s}"
        .formatted(BROKER.address(), name, record, more);
  }

  private JobClient start(String name, String input, String... settings) throws Exception {
    Path config = directory.resolve(name + ".yaml");
    Files.writeString(
        config,
        SETTINGS
            + "name: %s\ninput: {%s}\nstore: %s\n"
                .formatted(name, input, directory.resolve("store")));
    List<String> all = new ArrayList<>(List.of(settings));
    all.add(
        input.contains("kafka")
            ? "output.kafka={predictions: %s-scored}".formatted(name)
            : "output.files=true");
    return new OnlineJob(
            new ConfigLoader().load(config, all, OnlineConfig.class),
            new ProjectPaths(directory, directory),
            new Configuration())
        .start(directory.resolve(name).toString());
  }

  /** The predictions of a run that reads topics, once there are so many; it is stopped then. */
  private List<JsonNode> stopped(JobClient job, String name, int rows) throws Exception {
    List<ConsumerRecord<byte[], byte[]>> scored =
        BROKER.await(name + "-scored", records -> records.size() >= rows);
    job.stopWithSavepoint(
            false, directory.resolve("savepoints").toString(), SavepointFormatType.CANONICAL)
        .get();
    job.getJobExecutionResult().get();
    List<JsonNode> predictions = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : scored) {
      predictions.add(JSON.readTree(record.value()));
    }
    return predictions;
  }

  /** The predictions of a run over a file alone, in the order of its rows. */
  private List<JsonNode> ofFile(String file, String... settings) throws Exception {
    start("alone", file, settings).getJobExecutionResult().get();
    Map<Integer, JsonNode> predictions = new TreeMap<>();
    try (Stream<Path> files = Files.list(directory.resolve("alone/predictions"))) {
      for (Path each : files.filter(path -> path.toString().endsWith(".jsonl")).toList()) {
        for (String line : Files.readAllLines(each)) {
          JsonNode prediction = JSON.readTree(line);
          predictions.put(prediction.get("id").asInt(), prediction);
        }
      }
    }
    return List.copyOf(predictions.values());
  }

  private static List<JsonNode> withoutIds(List<JsonNode> predictions) {
    return predictions.stream().<JsonNode>map(each -> ((ObjectNode) each).without("id")).toList();
  }

  private static Stream<String> ids(List<JsonNode> predictions) {
    return predictions.stream().map(each -> each.get("id").asText());
  }

  private static String cells(int row, String label) {
    return "%s,%s,0.5".formatted(label, row % 2 - 0.01 * row);
  }

  private static String label(int row) {
    return row % 2 == 0 ? "left" : "right";
  }

  /** The last rows of the history have no label; all that do not have one get it later. */
  @Test
  void labelsOfTheHistoryMayComeLater() throws Exception {
    String name = "later";
    String[] settings = {"rows={features: 2, classes: [left, right]}"};
    int late = HISTORY - BATCH / 2;
    List<String> rows = new ArrayList<>();
    IntStream.range(0, late).forEach(i -> rows.add(cells(i, label(i))));
    IntStream.range(late, HISTORY + BATCH).forEach(i -> rows.add(cells(i, "")));
    List<Message> sent = new ArrayList<>();
    List<Message> labels = new ArrayList<>();
    List<String> learned = new ArrayList<>();
    for (int i = late; i < HISTORY + BATCH / 2; i++) {
      String id = i < HISTORY ? "history-" + (i + 1) : "row-" + i;
      labels.add(Message.of(id, label(i)));
      learned.add(id);
    }
    for (int i = HISTORY; i < HISTORY + BATCH; i++) {
      sent.add(Message.of("row-" + i, rows.get(i)));
    }
    String input =
        file("history", rows.stream().limit(HISTORY), NUMBERS)
            + ", "
            + topic(name, NUMBERS, ", labels: " + name + "-labels");
    JobClient job = start(name, input, settings[0], "rows.labelDelay=1h");
    BROKER.await(name + "-scored", scored -> scored.size() == HISTORY);
    BROKER.send(name, sent);
    BROKER.await(name + "-scored", scored -> scored.size() == HISTORY + BATCH);
    BROKER.send(name + "-labels", labels);
    List<JsonNode> found = stopped(job, name, HISTORY + 2 * BATCH);

    for (int i = late; i < HISTORY + BATCH / 2; i++) {
      rows.add(cells(i, label(i)));
    }
    assertThat(ids(found).skip(HISTORY + BATCH)).isEqualTo(learned);
    assertThat(withoutIds(found))
        .isEqualTo(withoutIds(ofFile(file("all", rows.stream(), NUMBERS), settings)));
  }

  private static String columns(String columns) {
    return "preprocessing={columns: %s}".formatted(People.fixed(columns));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void mixedColumnsAreThoseOfTheFileAlone(boolean json) throws Exception {
    String name = "mixed" + json;
    String columns = columns(json ? People.NAMED_COLUMNS : People.CSV_COLUMNS);
    Stream<String> header = json ? Stream.of("id,age,job,hired,weight,income") : Stream.empty();
    String history =
        file(
            "history",
            Stream.concat(header, PEOPLE.stream().limit(HISTORY).map(People::csv)),
            json ? NAMED : CELLS);
    String topic = topic(name, json ? FIELDS : CELLS, "");
    BROKER.send(
        name,
        PEOPLE.stream()
            .skip(HISTORY)
            .map(row -> Message.of("" + row.id(), json ? row.json() : row.csv()))
            .toList());
    JobClient job = start(name, history + ", " + topic, columns, "rows.classes=[poor, rich]");
    List<JsonNode> found = stopped(job, name, ROWS);
    assertThat(ids(found).skip(HISTORY - 1).limit(2))
        .containsExactly("history-" + HISTORY, "" + (HISTORY + 1));
    String alone = file("all", PEOPLE.stream().map(People::csv), CELLS);
    assertThat(withoutIds(found))
        .isEqualTo(
            withoutIds(ofFile(alone, columns(People.CSV_COLUMNS), "rows.classes=[poor, rich]")));
  }

  @Test
  void columnsThatTheRecordsDoNotHaveAreRefused() throws Exception {
    String history =
        file(
            "history",
            Stream.of("id,age,job,hired,weight,income", PEOPLE.get(0).csv(), PEOPLE.get(1).csv()),
            NAMED);
    String topic = topic("other", CELLS, "");
    assertThatThrownBy(() -> start("other", history + ", " + topic, columns(People.NAMED_COLUMNS)))
        .hasMessage(
            "preprocessing.columns: found age, allowed numbers of columns, as CSV records have no"
                + " header");
  }

  @Test
  void recordsBeforeTheGivenTimeAreNotRead() throws Exception {
    String name = "times";
    String history =
        file("history", IntStream.range(0, HISTORY).mapToObj(i -> cells(i, label(i))), NUMBERS);
    String topic = topic(name, NUMBERS, ", start: TIME");
    BROKER.send(name, rows("early-"));
    long last = BROKER.all(name).stream().mapToLong(ConsumerRecord::timestamp).max().orElseThrow();
    while (System.currentTimeMillis() <= last) {
      LockSupport.parkNanos(1_000_000);
    }
    BROKER.send(name, rows("late-"));
    String time = Instant.ofEpochMilli(last + 1).toString();
    JobClient job =
        start(name, history + ", " + topic.replace("TIME", "'" + time + "'"), "rows.features=2");
    List<JsonNode> found = stopped(job, name, HISTORY + BATCH);
    assertThat(ids(found).skip(HISTORY))
        .isEqualTo(IntStream.range(0, BATCH).mapToObj(i -> "late-" + i).toList());
  }

  private static List<Message> rows(String prefix) {
    return IntStream.range(0, BATCH)
        .mapToObj(i -> Message.of(prefix + i, cells(i, label(i))))
        .toList();
  }

  @Test
  void aHistoryWithoutRowsIsRefused() throws Exception {
    String history =
        file("history", Stream.of("class,x,y"), "{type: csv, header: true, label: class}");
    String topic = topic("none", NUMBERS, "");
    assertThatThrownBy(() -> start("none", history + ", " + topic))
        .hasMessageContaining("history.csv")
        .hasMessageContaining("found no");
  }
}
