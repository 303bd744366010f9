package org.filbert.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
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
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.kafka.End;
import org.filbert.connectors.kafka.Start;
import org.filbert.connectors.text.Csv;
import org.filbert.it.kafka.TopicAccess.Message;
import org.filbert.jobs.config.section.CheckpointConfig;
import org.filbert.jobs.config.section.KafkaInputConfig;
import org.filbert.jobs.config.section.KafkaOutputConfig;
import org.filbert.jobs.config.section.KafkaProperties;
import org.filbert.jobs.config.section.RestartConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.run.Application;
import org.filbert.jobs.run.RunStart;
import org.filbert.jobs.scoring.TopicScoring;
import org.filbert.kernel.Gaussian;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStore;
import org.filbert.train.TrainingSpec;

/**
 * A model of UCI Letter that predicts from topic to topic: rows, which come in halves, and runs.
 */
final class ScoredLetters {
  static final int HALF = 2000;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final KafkaBroker broker;
  private final List<String> lines;
  private final TrainedModel model;

  ScoredLetters(KafkaBroker broker) throws IOException {
    this.broker = broker;
    lines = LetterTopics.rows(2L * HALF);
    double[][] x = lines.stream().limit(500).map(ScoredLetters::features).toArray(double[][]::new);
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

  TrainedModel model() {
    return model;
  }

  /** The store of the runs in a directory. */
  static ModelStore store(Path directory) throws IOException {
    return ModelStore.open(
        new org.apache.flink.core.fs.Path(directory.resolve("store").toString()));
  }

  /** From the topic name-in to name-out and name-dead. */
  TopicScoring scoring(String name, Path directory, OptionalDouble interval) {
    return scoring(
        broker,
        name,
        directory,
        "letters",
        new Csv(",", false, "1", List.of()),
        new TopicScoring.Detail(true, false, interval, null));
  }

  /** The same by another model and of other records. */
  static TopicScoring scoring(
      KafkaBroker broker,
      String name,
      Path directory,
      String model,
      DataFormat record,
      TopicScoring.Detail detail) {
    return new TopicScoring(
        name,
        2,
        directory.resolve("store").toString(),
        model,
        OptionalInt.empty(),
        Duration.ofMillis(10),
        new KafkaInputConfig(
            broker.address(),
            name + "-in",
            Optional.empty(),
            Optional.empty(),
            Start.EARLIEST,
            End.NEVER,
            record,
            new KafkaProperties(Map.of())),
        new KafkaOutputConfig(Optional.of(name + "-out"), Optional.of(name + "-dead")),
        detail,
        new CheckpointConfig(Duration.ofMillis(200), Optional.empty(), 0),
        new RestartConfig(Duration.ofHours(1)));
  }

  static JobClient start(TopicScoring scoring, RunStart start) throws Exception {
    return scoring.start(start, new Configuration());
  }

  static RunStart anew(TopicScoring scoring, Path directory) throws IOException {
    return RunStart.of(
        directory.resolve("run").toString(),
        scoring,
        2,
        scoring.store(),
        new ProjectPaths(directory, directory),
        Application.ofProcess());
  }

  static void stop(JobClient job) throws Exception {
    job.stopWithSavepoint(false, null, SavepointFormatType.CANONICAL).get();
    job.getJobExecutionResult().get();
  }

  /** Sends a half of the rows, 1 or 2, with their numbers as keys, and a bad one. */
  void send(String name, int half) throws Exception {
    List<Message> messages = new ArrayList<>();
    for (int i = (half - 1) * HALF; i < half * HALF; i++) {
      messages.add(Message.of(String.valueOf(i), lines.get(i)));
    }
    messages.add(Message.of("bad-" + half, "A,1,2"));
    broker.send(name + "-in", messages);
  }

  /**
   * Asserts that each row is answered once with what the model says, and that both bad ones are
   * dead letters.
   *
   * @return the versions that have answered, in the order of the answers
   */
  List<Integer> assertAnsweredOnce(String name) throws Exception {
    Map<Integer, JsonNode> answers = new TreeMap<>();
    List<Integer> versions = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : broker.all(name + "-out")) {
      JsonNode answer = JSON.readTree(record.value());
      assertThat(answer.get("id").asText()).isEqualTo(text(record.key()));
      assertThat(answers.put(answer.get("id").asInt(), answer)).isNull();
      versions.add(Integer.parseInt(answer.get("model").asText().replace("letters@", "")));
    }
    assertThat(answers).hasSize(2 * HALF);
    for (int i = 0; i < lines.size(); i++) {
      assertThat(answers.get(i).get("prediction").asText())
          .isEqualTo(model.predictClass(features(lines.get(i))));
      assertThat(answers.get(i).get("scores")).hasSize(26);
    }
    assertThat(broker.all(name + "-dead").stream().map(record -> text(record.key())))
        .containsExactly("bad-1", "bad-2");
    return versions;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
