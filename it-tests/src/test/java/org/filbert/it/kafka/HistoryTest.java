package org.filbert.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.filbert.data.RefusedException;
import org.filbert.it.MiniFlink;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.online.OnlineJob;
import org.filbert.jobs.run.RunStart;
import org.filbert.store.ModelStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A file and then a topic in one run. */
@Timeout(300)
class HistoryTest {
  @RegisterExtension static final KafkaBroker BROKER = new KafkaBroker();

  @RegisterExtension static final MiniClusterExtension FLINK = MiniFlink.cluster(1, 4);

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Rows of the file, as many as of half of the topics. */
  private static final int ROWS = 800;

  /** Times that the file is read where the run is disturbed within. */
  private static final int PASSES = 10;

  /** Records of a topic that is not read at once. */
  private static final int MANY = 15_000;

  private static final Duration PAUSE = Duration.ofMillis(20);

  @TempDir Path directory;

  private Path history;

  @BeforeEach
  void writeHistory() throws IOException {
    history = directory.resolve("history.csv");
    Files.write(history, LetterTopics.rows(ROWS));
  }

  private String file(int passes) {
    return "input.file={path: %s, format: {type: csv, label: '1'}, passes: %s, onBadRecord: quarantine}"
        .formatted(history, passes);
  }

  private static OnlineConfig config(LetterTopics topics, String... more) {
    List<String> settings = new ArrayList<>(topics.settings());
    settings.addAll(List.of(more));
    return new ConfigLoader().load(LetterTopics.CONFIG, settings, OnlineConfig.class);
  }

  private static JobClient start(LetterTopics topics, String... more) throws Exception {
    OnlineConfig config = config(topics, more);
    ProjectPaths paths = new ProjectPaths(LetterTopics.HOME, LetterTopics.HOME);
    RunStart start =
        Files.exists(topics.run())
            ? RunStart.resume(topics.run().toString()).with(config)
            : RunStart.of(topics.run().toString(), config, paths);
    return new OnlineJob(config, paths, new Configuration()).start(start);
  }

  private static void stop(JobClient job) throws Exception {
    job.stopWithSavepoint(false, null, SavepointFormatType.CANONICAL).get();
    job.getJobExecutionResult().get();
  }

  private double[] coefficients(String name, int version) throws IOException {
    ModelStore store =
        ModelStore.open(
            new org.apache.flink.core.fs.Path(directory.resolve(name + "-store").toString()));
    return store.load(store.version(name, version)).model().coefficients().toArray();
  }

  /** Predictions by the ids that the rows have in {@link LetterTopics}. */
  private static Map<String, String> predictions(LetterTopics topics) {
    Map<String, String> predictions = new TreeMap<>();
    topics
        .predictions()
        .forEach(
            (id, prediction) -> {
              String known =
                  id.startsWith("history-")
                      ? "1-" + (Integer.parseInt(id.substring("history-".length())) - 1)
                      : id;
              predictions.put(known, prediction.replace('"' + id + '"', '"' + known + '"'));
            });
    return predictions;
  }

  private static List<ObjectNode> withoutEnd(List<ObjectNode> curve) {
    curve.forEach(line -> line.remove("historyEnd"));
    return curve;
  }

  @Test
  void isLearnedLikeTheSameRowsOfOneTopic() throws Exception {
    LetterTopics one = new LetterTopics(BROKER, "one", directory);
    one.sendHalf(1);
    one.sendHalf(2);
    start(one, "input.kafka.end=latest").getJobExecutionResult().get();

    LetterTopics two = new LetterTopics(BROKER, "two", directory);
    two.sendHalf(2);
    Files.writeString(history, "A,1,2\n", StandardOpenOption.APPEND); // a bad record
    start(two, file(1), "input.kafka.end=latest", "rows.features=null")
        .getJobExecutionResult()
        .get();

    assertThat(predictions(two)).isEqualTo(one.predictions());
    assertThat(coefficients("two", 2)).isEqualTo(coefficients("one", 1));
    assertThat(two.curve()).filteredOn(line -> line.has("historyEnd")).hasSize(1);
    assertThat(withoutEnd(two.curve())).isEqualTo(one.curve()).hasSize(8);
    assertThat(two.deadLetters()).hasSize(20).startsWith("bad-2-0");
    try (Stream<Path> files = Files.list(two.run().resolve("dead-letters"))) {
      assertThat(files.toList())
          .singleElement()
          .satisfies(bad -> assertThat(bad).content().contains("history.csv:801: found"));
    }
  }

  @Test
  void theModelOfTheHistoryIsThatOfTheFileAlone() throws Exception {
    LetterTopics alone = new LetterTopics(BROKER, "alone", directory);
    start(alone, file(1), "input.kafka=null", "output=null", "batch.size=64")
        .getJobExecutionResult()
        .get();

    LetterTopics live = new LetterTopics(BROKER, "live", directory);
    live.sendHalf(2); // before the run
    JobClient job = start(live, file(1), "batch.size=64", "input.kafka.start=latest");
    Path published = directory.resolve("live-store/live/000001/manifest.json");
    await(() -> Files.exists(published));
    live.sendHalf(1);
    int full = ROWS + ROWS / 64 * 64;
    live.awaitRows(full);
    stop(job);
    assertThat(coefficients("live", 1)).isEqualTo(coefficients("alone", 1));
    assertThat(live.predictions(full).keySet()).noneMatch(id -> id.startsWith("2-"));
  }

  /** What befalls a run. */
  private interface Disturbance {
    /** Returns the job that goes on. */
    JobClient of(JobClient job, LetterTopics topics, String[] settings) throws Exception;
  }

  /** A savepoint, from which another job goes on. */
  private static JobClient resumed(JobClient job, LetterTopics topics, String[] settings)
      throws Exception {
    stop(job);
    return start(topics, settings);
  }

  @Test
  void goesOnFromASavepointOfEachPart() throws Exception {
    assertDisturbedIsCalm("stopped", HistoryTest::resumed);
  }

  @Tag("ci")
  @Test
  void goesOnAfterAFailureInEachPart(@InjectMiniCluster MiniCluster cluster) throws Exception {
    assertDisturbedIsCalm(
        "failing",
        (job, topics, settings) -> {
          cluster.terminateTaskManager(0).get();
          cluster.startTaskManager();
          return job;
        });
  }

  /** Disturbed in the history, between it and the first record of the topic, and in the topic. */
  private void assertDisturbedIsCalm(String name, Disturbance disturbance) throws Exception {
    String[] settings = {file(PASSES)};
    LetterTopics calm = new LetterTopics(BROKER, name + "-calm", directory);
    calm.sendHalf(1);
    calm.sendHalf(2);
    JobClient job = start(calm, settings);
    calm.awaitRows((PASSES + 2) * ROWS);
    stop(job);

    LetterTopics disturbed = new LetterTopics(BROKER, name, directory);
    job = start(disturbed, settings);
    awaitCurve(disturbed, curve -> !curve.isEmpty());
    job = disturbance.of(job, disturbed, settings);
    assertThat(isLive(disturbed.curve())).isFalse();
    awaitCurve(disturbed, HistoryTest::isLive);
    job = disturbance.of(job, disturbed, settings);
    disturbed.sendHalf(1);
    disturbed.awaitRows((PASSES + 1) * ROWS);
    job = disturbance.of(job, disturbed, settings);
    disturbed.sendHalf(2);
    disturbed.awaitRows((PASSES + 2) * ROWS);
    stop(job);

    assertThat(disturbed.predictions((PASSES + 2) * ROWS))
        .isEqualTo(calm.predictions((PASSES + 2) * ROWS));
    assertThat(disturbed.curve()).isEqualTo(calm.curve());
    assertThat(disturbed.deadLetters()).isEqualTo(calm.deadLetters()).hasSize(40);
    assertThat(coefficients(name, 1)).isEqualTo(coefficients(name + "-calm", 1));
  }

  /** Records that come later are not read, even after a savepoint. */
  @Test
  void endsAtTheNewestRecordOfItsBeginning() throws Exception {
    LetterTopics topics = new LetterTopics(BROKER, "bounded", directory);
    List<String> rows = LetterTopics.rows(MANY);
    topics.send(rows, "early-");
    String[] settings = {"input.kafka.end=latest"};
    JobClient job = start(topics, settings);
    awaitCurve(topics, curve -> !curve.isEmpty());
    topics.send(rows.subList(0, ROWS), "late-");
    job = resumed(job, topics, settings);
    assertThat(topics.run().resolve("summary.json")).doesNotExist();
    job.getJobExecutionResult().get();
    assertThat(topics.run().resolve("summary.json")).exists();
    assertThat(topics.predictions(MANY).keySet()).allMatch(id -> id.startsWith("early-"));
  }

  @Test
  void otherFeaturesThanInTheFileAreRefused() throws Exception {
    Files.writeString(history, "label,width,height\nA,1,2\n");
    LetterTopics topics = new LetterTopics(BROKER, "others", directory);
    assertThatThrownBy(
            () ->
                start(
                    topics,
                    "input.file={path: %s, format: {type: csv, header: true, label: label}}"
                        .formatted(history),
                    "input.kafka.record={type: jsonlines, fields: [height, width], label: label}",
                    "rows.features=null"))
        .isInstanceOf(RefusedException.class)
        .hasMessage(
            "input.kafka.record has the features height, width, must have those of input.file in"
                + " their order: width, height");
  }

  private interface Condition {
    boolean holds() throws IOException;
  }

  private static void await(Condition condition) throws IOException {
    while (!condition.holds()) {
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private static void awaitCurve(LetterTopics topics, Predicate<List<ObjectNode>> enough)
      throws IOException {
    await(() -> Files.exists(topics.run().resolve("curve.jsonl")) && enough.test(topics.curve()));
  }

  private static boolean isLive(List<ObjectNode> curve) {
    return curve.stream().anyMatch(line -> line.has("historyEnd"));
  }
}
