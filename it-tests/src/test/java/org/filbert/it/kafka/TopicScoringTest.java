package org.filbert.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.filbert.connectors.kafka.Start;
import org.filbert.connectors.text.Csv;
import org.filbert.data.Features;
import org.filbert.it.SharedFlink;
import org.filbert.it.kafka.TopicAccess.Message;
import org.filbert.jobs.config.CheckpointConfig;
import org.filbert.jobs.config.KafkaInputConfig;
import org.filbert.jobs.config.KafkaOutputConfig;
import org.filbert.jobs.config.KafkaProperties;
import org.filbert.jobs.config.ProjectPaths;
import org.filbert.jobs.run.Application;
import org.filbert.jobs.run.RunStart;
import org.filbert.jobs.scoring.TopicScoring;
import org.filbert.kernel.Gaussian;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStore;
import org.filbert.train.TrainingSpec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A model that predicts from topic to topic. */
@Timeout(300)
class TopicScoringTest {
  @RegisterExtension static final KafkaBroker BROKER = new KafkaBroker();

  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int HALF = 2000;

  private static TrainedModel model;
  private static List<String> lines;

  @TempDir Path directory;

  @BeforeAll
  static void train() throws IOException {
    lines = LetterTopics.rows(2L * HALF);
    double[][] x =
        lines.stream().limit(500).map(TopicScoringTest::features).toArray(double[][]::new);
    String[] y =
        lines.stream()
            .limit(500)
            .map(line -> line.replace("\"", "").split(",")[0])
            .toArray(String[]::new);
    model = TrainingSpec.of(new Gaussian(3)).ridge(0.1).train(x, y);
  }

  private static double[] features(String line) {
    return Arrays.stream(line.split(",")).skip(1).mapToDouble(Double::parseDouble).toArray();
  }

  private ModelStore store() throws IOException {
    return ModelStore.open(
        new org.apache.flink.core.fs.Path(directory.resolve("store").toString()));
  }

  private TopicScoring scoring(String name, OptionalDouble interval) {
    return new TopicScoring(
        name,
        2,
        directory.resolve("store").toString(),
        "letters",
        OptionalInt.empty(),
        Duration.ofMillis(10),
        new KafkaInputConfig(
            BROKER.address(),
            name + "-in",
            Optional.empty(),
            Optional.empty(),
            Start.EARLIEST,
            new Csv(",", false, "1", List.of()),
            new KafkaProperties(Map.of())),
        new KafkaOutputConfig(Optional.of(name + "-out"), Optional.of(name + "-dead")),
        new TopicScoring.Detail(true, false, interval, OptionalDouble.empty()),
        new CheckpointConfig(Duration.ofMillis(200), Optional.empty(), 0));
  }

  private static JobClient start(TopicScoring scoring, RunStart start) throws Exception {
    return scoring.start(start, new Configuration());
  }

  private RunStart anew(TopicScoring scoring) throws IOException {
    return RunStart.of(
        directory.resolve("run").toString(),
        scoring,
        2,
        scoring.store(),
        new ProjectPaths(directory, directory),
        Application.ofProcess());
  }

  private static void stop(JobClient job) throws Exception {
    job.stopWithSavepoint(false, null, SavepointFormatType.CANONICAL).get();
    job.getJobExecutionResult().get();
  }

  private static void send(String name, int half) throws Exception {
    List<Message> messages = new ArrayList<>();
    for (int i = (half - 1) * HALF; i < half * HALF; i++) {
      messages.add(Message.of(String.valueOf(i), lines.get(i)));
    }
    messages.add(Message.of("bad-" + half, "A,1,2"));
    BROKER.send(name + "-in", messages);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Test
  void predictsEachRecordOnceOverAStopAndANewerVersion() throws Exception {
    BROKER.createTopics(1, "letters-in", "letters-out", "letters-dead");
    store().publish("letters", "first", Instant.EPOCH, model);
    TopicScoring scoring = scoring("letters", OptionalDouble.empty());
    JobClient job = start(scoring, anew(scoring));
    send("letters", 1);
    BROKER.await("letters-out", records -> records.size() >= HALF / 2);
    stop(job);
    send("letters", 2);
    store().publish("letters", "second", Instant.EPOCH, model);
    job = start(scoring, RunStart.resume(directory.resolve("run").toString()));
    BROKER.await("letters-out", records -> records.size() >= 2 * HALF);
    BROKER.await("letters-dead", records -> records.size() >= 2);
    stop(job);

    Map<Integer, JsonNode> answers = new TreeMap<>();
    int version = 1;
    for (ConsumerRecord<byte[], byte[]> record : BROKER.all("letters-out")) {
      JsonNode answer = JSON.readTree(record.value());
      assertThat(answer.get("id").asText()).isEqualTo(text(record.key()));
      assertThat(answers.put(answer.get("id").asInt(), answer)).isNull();
      int own = Integer.parseInt(answer.get("model").asText().replace("letters@", ""));
      assertThat(own).isGreaterThanOrEqualTo(version);
      version = own;
    }
    assertThat(version).isEqualTo(2);
    assertThat(answers).hasSize(2 * HALF);
    List<Features> rows =
        lines.stream().map(line -> (Features) new Features.Dense(features(line))).toList();
    for (int i = 0; i < rows.size(); i++) {
      assertThat(answers.get(i).get("prediction").asText())
          .isEqualTo(model.predictClass(features(lines.get(i))));
      assertThat(answers.get(i).get("scores")).hasSize(26);
    }
    assertThat(BROKER.all("letters-dead").stream().map(record -> text(record.key())))
        .containsExactly("bad-1", "bad-2");
  }

  @Test
  void whatDoesNotFitIsRefusedBeforeTheJob() throws Exception {
    store().publish("letters", "first", Instant.EPOCH, model);
    TopicScoring missing = scoring("absent", OptionalDouble.empty());
    assertThatThrownBy(() -> start(missing, anew(missing)))
        .hasMessageContaining("found no topic absent-in");
    TopicScoring intervals = scoring("absent", OptionalDouble.of(0.9));
    assertThatThrownBy(() -> start(intervals, anew(intervals)))
        .hasMessageContaining("--interval: the model predicts classes");
  }
}
