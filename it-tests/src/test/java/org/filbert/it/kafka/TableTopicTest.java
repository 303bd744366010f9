package org.filbert.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.filbert.it.People;
import org.filbert.it.SharedFlink;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.online.OnlineJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Mixed columns in records of topics, beside the same rows in a file. */
@Timeout(600)
class TableTopicTest {
  @RegisterExtension static final KafkaBroker BROKER = new KafkaBroker();

  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final int ROWS = 300;
  private static final String BAD = "x,old,clerk,NA,1,poor";

  @TempDir Path directory;

  private JobClient start(String name, String input, String columns) throws Exception {
    Path config = directory.resolve(name + ".yaml");
    Files.writeString(
        config,
        """
        name: NAME
        parallelism: 2
        task: classification
        input: INPUT
        preprocessing:
          columns: COLUMNS
        kernel: {type: gaussian, sigma: 20}
        learner: {loss: logistic, blockSize: 32, step: {type: constant, gamma: 1}}
        batch: {size: 20, maxDelay: 1h}
        rows: {classes: [poor, rich]}
        backend: {blas: java}
        checkpoint: {interval: 300ms}
        store: DIRECTORY/store
        """
            .replace("NAME", name)
            .replace("INPUT", input)
            .replace("COLUMNS", People.fixed(columns))
            .replace("DIRECTORY", directory.toString()));
    List<String> outputs =
        input.contains("kafka")
            ? List.of(
                "output.kafka={predictions: %1$s-scored, deadLetters: %1$s-bad}".formatted(name))
            : List.of("output.files=true");
    return new OnlineJob(
            new ConfigLoader().load(config, outputs, OnlineConfig.class),
            new ProjectPaths(directory, directory),
            new Configuration())
        .start(directory.resolve(name).toString());
  }

  /** Predictions of rows in a topic, in the order of the rows. */
  private List<String> ofTopic(
      String name, String record, String columns, Function<People, String> written)
      throws Exception {
    BROKER.createTopics(1, name, name + "-scored", name + "-bad");
    List<TopicAccess.Message> messages = new ArrayList<>();
    for (People row : People.of(3, ROWS)) {
      messages.add(TopicAccess.Message.of(Integer.toString(row.id()), written.apply(row)));
    }
    messages.add(1, TopicAccess.Message.of("bad", BAD));
    BROKER.send(name, messages);
    JobClient job =
        start(
            name,
            "{kafka: {bootstrapServers: '%s', topic: %s, record: %s}}"
                .formatted(BROKER.address(), name, record),
            columns);
    BROKER.await(name + "-scored", records -> records.size() >= ROWS);
    BROKER.await(name + "-bad", records -> records.size() >= 1);
    job.stopWithSavepoint(
            false, directory.resolve("savepoints").toString(), SavepointFormatType.CANONICAL)
        .get();
    job.getJobExecutionResult().get();
    Map<Integer, String> predictions = new TreeMap<>();
    BROKER
        .all(name + "-scored")
        .forEach(
            each ->
                predictions.put(
                    Integer.parseInt(new String(each.key(), StandardCharsets.UTF_8)),
                    new String(each.value(), StandardCharsets.UTF_8)));
    return List.copyOf(predictions.values());
  }

  @Test
  void recordsGiveTheSamePredictionsAsAFile() throws Exception {
    Path file = directory.resolve("rows.csv");
    Files.write(file, People.of(3, ROWS).stream().map(People::csv).toList());
    start(
            "file",
            "{file: {path: %s, format: {type: csv, label: 6}}}".formatted(file),
            People.CSV_COLUMNS)
        .getJobExecutionResult()
        .get();
    List<String> expected = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory.resolve("file/predictions"))) {
      for (Path each : files.sorted().toList()) {
        expected.addAll(Files.readAllLines(each));
      }
    }
    assertThat(expected).hasSize(ROWS);
    assertThat(ofTopic("csv", "{type: csv, label: '6'}", People.CSV_COLUMNS, People::csv))
        .isEqualTo(expected);
    assertThat(
            ofTopic(
                "json",
                "{type: jsonlines, label: income, fields: [id, age, job, hired, weight]}",
                People.NAMED_COLUMNS,
                People::json))
        .isEqualTo(expected);
  }
}
