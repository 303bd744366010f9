package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.online.OnlineJob;
import org.filbert.jobs.run.RunStart;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Streams of the rows of SQL queries are those of the same rows in files. */
@Timeout(300)
class QueryStreamTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final int ROWS = 300;
  private static final String TYPED =
      "SELECT id, age, job, TO_TIMESTAMP(REPLACE(hired, 'T', ' '), 'yyyy-MM-dd HH:mm') AS hired,"
          + " weight, income FROM people";
  private static final String FILE =
      "{file: {path: DIRECTORY/rows/first.jsonl, format: {type: jsonlines, label: income, fields:"
          + " [id, age, job, hired, weight]}}}";

  @TempDir Path directory;

  @BeforeEach
  void write() throws IOException {
    Files.createDirectories(directory.resolve("rows"));
    rows("first", People.of(1, ROWS));
    tables("");
  }

  private void rows(String name, List<People> rows) throws IOException {
    Path file = directory.resolve("." + name); // a table sees whole files
    Files.write(file, rows.stream().map(People::json).toList());
    Files.move(file, directory.resolve("rows").resolve(name + ".jsonl"));
  }

  private void tables(String options) throws IOException {
    Files.writeString(
        directory.resolve("tables.sql"),
        """
        CREATE TABLE people
          (id INT, age INT, job STRING, hired STRING, weight INT, income STRING)
        WITH ('connector' = 'filesystem', 'format' = 'json', 'path' = '%s'%s);
        """
            .formatted(directory.resolve("rows"), options));
  }

  private Path configuration(String name, String input, String columns) throws IOException {
    return Files.writeString(
        directory.resolve(name + ".yaml"),
        """
        name: NAME
        parallelism: 2
        task: classification
        input: INPUT
        PREPROCESSING
        output: {files: true}
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
            .replace("PREPROCESSING", columns)
            .replace("DIRECTORY", directory.toString()));
  }

  private static String columns() {
    return "preprocessing: {columns: %s}".formatted(People.fixed(People.NAMED_COLUMNS));
  }

  private static String query(String query, String more) {
    return "{sql: {script: DIRECTORY/tables.sql, query: \"%s\", format: {type: parquet, label: income}%s}}"
        .formatted(query, more);
  }

  private CommandLineRun run(String name, String input, String columns) throws IOException {
    return CommandLineRun.of(
        "train-online",
        configuration(name, input, columns).toString(),
        "--out",
        directory.resolve(name).toString());
  }

  private Map<String, String> parts(String model) throws IOException {
    return StoredParts.of(directory.resolve("store"), model);
  }

  /** Predictions by the ids of the rows. */
  private Map<Integer, JsonNode> predictions(String run) throws IOException {
    Map<Integer, JsonNode> found = new TreeMap<>();
    for (JsonNode row : written(run, "predictions")) {
      found.put(row.get("id").asInt(), row.get("scores"));
    }
    return found;
  }

  private List<JsonNode> written(String run, String kind) throws IOException {
    List<JsonNode> found = new ArrayList<>();
    Path written = directory.resolve(run).resolve(kind);
    if (Files.exists(written)) {
      try (Stream<Path> files = Files.list(written)) {
        for (Path file : files.filter(each -> each.toString().endsWith(".jsonl")).toList()) {
          for (String line : Files.readAllLines(file)) {
            found.add(new ObjectMapper().readTree(line));
          }
        }
      }
    }
    return found;
  }

  @Test
  void aStreamOfAQueryIsThatOfTheSameRowsInAFile() throws IOException {
    run("file", FILE, columns()).assertDone();
    run("query", query(TYPED, ""), columns()).assertDone();
    assertThat(parts("query")).isNotEmpty().isEqualTo(parts("file"));
    assertThat(predictions("query")).hasSize(ROWS).isEqualTo(predictions("file"));
    CommandLineRun.of(
            "evaluate",
            "--model",
            "query",
            "--store",
            directory.resolve("store").toString(),
            "--sql",
            directory.resolve("tables.sql").toString(),
            "--query",
            TYPED)
        .assertDone();
  }

  @Test
  void numbersNeedNoDescriptionOfTheColumns() throws IOException {
    String numbers = "SELECT -id AS name, id / 100.0 AS x, id > 150 AS y, income FROM people";
    run("numbers", query(numbers, ", id: name"), "").assertDone();
    assertThat(predictions("numbers")).hasSize(ROWS).containsKeys(-1, -ROWS);
    assertThat(directory.resolve("numbers/config.yaml")).content().contains("features:");
  }

  @Test
  void initProposesTheStreamOfAQuery() throws IOException {
    Path proposed = directory.resolve("proposed.yaml");
    CommandLineRun.of(
            "init",
            "--stream",
            "--sql",
            directory.resolve("tables.sql").toString(),
            "--query",
            TYPED,
            "--label",
            "income",
            "--out",
            proposed.toString())
        .assertDone();
    assertThat(proposed)
        .content()
        .contains(
            "name: tables\ntask: classification\ninput:\n  sql:\n    script: ",
            "    query: \"SELECT id, age",
            "    format: {type: parquet, label: income}\n",
            "    hired: {type: date");
    CommandLineRun.of(
            "train-online",
            proposed.toString(),
            "--store",
            directory.resolve("store").toString(),
            "--out",
            directory.resolve("proposed").toString())
        .assertDone();
    JsonNode finished =
        new ObjectMapper()
            .readTree(directory.resolve("proposed/summary.json").toFile())
            .get("finished");
    assertThat(finished.get("instances").asInt()).isEqualTo(ROWS);
    assertThat(finished.get("error").asDouble()).isLessThan(0.25);
  }

  @Test
  void rowsThatCannotBeUsedAreDeadLetters() throws IOException {
    String bad = "SELECT id, IF(id = 7, 1e31, age) AS age, job, hired, weight, income FROM people";
    run("fail", query(bad, ""), columns()).assertRefused("input.sql[0]@6");
    run("kept", query(bad, ", onBadRecord: quarantine"), columns()).assertDone();
    assertThat(predictions("kept")).hasSize(ROWS - 1);
    List<JsonNode> letters = written("kept", "dead-letters");
    assertThat(letters).hasSize(1);
    assertThat(letters.get(0).get("place").asText()).isEqualTo("input.sql[0]@6");
    assertThat(letters.get(0).get("text").asText()).contains("\"id\":7,\"age\":1.0E31");
  }

  @Test
  void refusals() throws IOException {
    run("a", query("SELECT nothing FROM people", ""), columns())
        .assertRefused("input.sql.query: Column 'nothing' not found in any table");
    run("b", query("SELECT id, MAX(age) AS income FROM people GROUP BY id", ""), "")
        .assertRefused("input.sql.query: ");
    run("c", query("SELECT id, age FROM people", ""), "")
        .assertRefused("input.sql.format: found the column income, allowed those of the query: id");
    run("d", query("SELECT ROW(age) AS a, income FROM people", ""), "")
        .assertRefused("input.sql.query: found the column a of the type ROW<");
    run("e", query("SELECT income FROM people", ""), "")
        .assertRefused("input.sql.query: found the columns income, allowed one or more features");
    run("f", FILE.replace("{file", "{sql: {query: SELECT 1, format: {type: parquet}}, file"), "")
        .assertRefused("sql is given with file or kafka, must be alone");
    tables(", 'source.monitor-interval' = 'x'");
    run("g", query(TYPED, ""), columns()).assertRefused("input.sql.query: ");
  }

  private JobClient start(RunStart start, OnlineConfig config) throws Exception {
    return new OnlineJob(config, paths(), new Configuration()).start(start);
  }

  private ProjectPaths paths() {
    return new ProjectPaths(directory, directory);
  }

  /** Waits until so many rows are predicted, and stops the job. */
  private void stopAfter(JobClient job, String run, int rows) throws Exception {
    while (predictions(run).size() < rows) {
      assertThat(job.getJobStatus().get().isGloballyTerminalState()).isFalse();
      LockSupport.parkNanos(50_000_000);
    }
    job.stopWithSavepoint(
            false,
            directory.resolve(run).resolve("savepoints").toString(),
            SavepointFormatType.CANONICAL)
        .get();
    job.getJobExecutionResult().get();
  }

  @Test
  void anUnboundedTableIsStoppedAndGoesOn() throws Exception {
    tables(", 'source.monitor-interval' = '200ms'");
    OnlineConfig config =
        new ConfigLoader()
            .load(
                configuration("live", query(TYPED, ""), columns()), List.of(), OnlineConfig.class);
    String run = directory.resolve("live").toString();
    stopAfter(start(RunStart.of(run, config, paths()), config), "live", ROWS);
    List<People> more = People.of(2, 2 * ROWS).subList(ROWS, 2 * ROWS);
    rows("second", more);
    stopAfter(start(RunStart.resume(run).with(config), config), "live", 2 * ROWS);

    List<String> all = new ArrayList<>(Files.readAllLines(directory.resolve("rows/first.jsonl")));
    more.forEach(row -> all.add(row.json()));
    Files.write(directory.resolve("all.jsonl"), all);
    run("file", FILE.replace("rows/first", "all"), columns()).assertDone();
    assertThat(predictions("live")).hasSize(2 * ROWS).isEqualTo(predictions("file"));
  }

  /** Predictions of an unbounded table are inserted until the command is ended. */
  @Test
  void predictionsOfAnUnboundedTableAreInserted() throws Exception {
    run("model", query(TYPED, ""), columns()).assertDone();
    tables(", 'source.monitor-interval' = '200ms'");
    Files.writeString(
        directory.resolve("tables.sql"),
        """
        SET 'execution.checkpointing.interval' = '300ms';
        CREATE TABLE predicted (id INT, prediction STRING)
        WITH ('connector' = 'filesystem', 'format' = 'json', 'path' = '%s',
          'sink.rolling-policy.rollover-interval' = '1s',
          'sink.rolling-policy.check-interval' = '200ms');
        """
            .formatted(directory.resolve("predicted")),
        StandardOpenOption.APPEND);
    List<String> command =
        List.of(
            "predict",
            "--model",
            "model",
            "--store",
            directory.resolve("store").toString(),
            "--sql",
            directory.resolve("tables.sql").toString(),
            "--query",
            TYPED,
            "--into",
            "predicted");
    try (ChildRun child = ChildRun.start(command, directory.resolve("log.txt"))) {
      awaitInserted(child, ROWS);
      rows("second", People.of(2, 2 * ROWS).subList(ROWS, 2 * ROWS));
      awaitInserted(child, 2 * ROWS);
      child.process().destroy();
      child.process().waitFor();
      assertThat(ChildRun.said(directory.resolve("log.txt"))).doesNotContain("\tat ");
    }
  }

  private void awaitInserted(ChildRun child, int rows) throws IOException {
    while (inserted() < rows) {
      assertThat(child.process().isAlive())
          .as(ChildRun.said(directory.resolve("log.txt")))
          .isTrue();
      LockSupport.parkNanos(50_000_000);
    }
  }

  private int inserted() throws IOException {
    Path table = directory.resolve("predicted");
    if (!Files.exists(table)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(table)) {
      int rows = 0;
      for (Path file : files.filter(each -> !Files.isDirectory(each)).toList()) {
        if (!file.getFileName().toString().startsWith(".")) { // not committed yet
          rows += Files.readAllLines(file).size();
        }
      }
      return rows;
    }
  }
}
