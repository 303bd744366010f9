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
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Streams of mixed columns, by the command line on Flink. */
class TableStreamTest {
  @RegisterExtension static final SharedFlink FLINK = SharedFlink.ofTwo();

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FITTED =
      People.NAMED_COLUMNS
          .replace("AGE", "{type: number, missing: median}")
          .replace("JOB", "{type: category}")
          .replace("HIRED", "{type: date}");

  /** Share of the poor, which is the progressive error of a model that knows no column. */
  private static final double OF_NO_MODEL = 0.3;

  @TempDir Path directory;

  @BeforeEach
  void write() throws IOException {
    List<People> rows = People.of(1, 600);
    List<String> headed = new ArrayList<>(List.of("id,age,job,hired,weight,income"));
    rows.forEach(row -> headed.add(row.csv()));
    Files.write(directory.resolve("rows.csv"), headed);
    Files.write(directory.resolve("rows.jsonl"), rows.stream().map(People::json).toList());
    Files.writeString(
        directory.resolve("stream.yaml"),
        """
        name: stream
        parallelism: 2
        task: classification
        input:
          file:
            path: DIRECTORY/rows.csv
            format: {type: csv, header: true, label: income}
        preprocessing:
          columns: COLUMNS
        output: {files: true}
        kernel: {type: gaussian, sigma: 20}
        learner: {loss: logistic, blockSize: 32, step: {type: constant, gamma: 1}}
        batch: {size: 20, maxDelay: 1h}
        rows: {classes: [poor, rich]}
        backend: {blas: java}
        store: DIRECTORY/store
        """
            .replace("DIRECTORY", directory.toString())
            .replace("COLUMNS", People.fixed(People.NAMED_COLUMNS)));
    Files.writeString(
        directory.resolve("batch.yaml"),
        """
        name: batch
        parallelism: 2
        task: classification
        data:
          train:
            path: DIRECTORY/rows.csv
            format: {type: csv, header: true, label: income}
        preprocessing:
          columns: COLUMNS
        kernel: {type: gaussian, sigma: 2}
        solver: {type: doubly-stochastic, loss: logistic, blockSize: 32, step: {type: constant, gamma: 1}, batchSize: 100, epochs: 3}
        store: DIRECTORY/store
        """
            .replace("DIRECTORY", directory.toString())
            .replace("COLUMNS", FITTED));
  }

  private CommandLineRun run(String command, String config, String name, String... overrides) {
    List<String> args =
        new ArrayList<>(
            List.of(
                command,
                directory.resolve(config).toString(),
                "--out",
                directory.resolve(name).toString(),
                "--set",
                "name=" + name));
    for (String override : overrides) {
      args.add("--set");
      args.add(override);
    }
    return CommandLineRun.of(args.toArray(String[]::new));
  }

  private CommandLineRun stream(String name, String... overrides) {
    return run("train-online", "stream.yaml", name, overrides);
  }

  private TrainedModel model(String name) throws IOException {
    return ModelStore.open(new org.apache.flink.core.fs.Path(directory.resolve("store").toString()))
        .load(new ModelVersion(name, 1));
  }

  private JsonNode summary(String name) throws IOException {
    return JSON.readTree(directory.resolve(name).resolve("summary.json").toFile());
  }

  private String json() {
    return "input.file={path: %s, format: {type: jsonlines, label: income, fields: [id, age, job, hired, weight]}}"
        .formatted(directory.resolve("rows.jsonl"));
  }

  @Test
  void csvAndJsonLinesGiveTheSameModel() throws IOException {
    stream("csv").assertDone();
    stream("json", json()).assertDone();
    TrainedModel model = model("csv");
    assertThat(model("json").model().coefficients().toArray())
        .containsExactly(model.model().coefficients().toArray());
    // age and its indicator, 16 hashes of jobs, sine and cosine of month and hour
    assertThat(model.preprocessing().features()).isEqualTo(22);
    JsonNode finished = summary("csv").get("finished");
    assertThat(finished.get("cells").get("rows").asInt()).isEqualTo(600);
    assertThat(finished.get("cells").get("missing").get(0).asInt()).isBetween(15, 50);
    assertThat(finished.get("error").asDouble()).isLessThan(OF_NO_MODEL - 0.05);
    assertThat(evaluated("csv")).contains("600");
  }

  /** What an evaluation says of a stored model. */
  private String evaluated(String model) {
    return CommandLineRun.evaluate(directory, model, "rows.csv").assertDone().out();
  }

  @Test
  void recursiveLeastSquaresScaleTheColumns() throws IOException {
    stream(
            "recursive",
            "kernel=null",
            "batch=null",
            "learner={algorithm: recursive-least-squares, firstRows: 64, experts: [{kernel: {type:"
                + " gaussian, sigma: 1}, features: 50, memories: [1]}]}")
        .assertDone();
    JsonNode finished = summary("recursive").get("finished");
    assertThat(finished.get("error").asDouble()).isLessThan(OF_NO_MODEL - 0.05);
    assertThat(finished.get("cells").get("missing").get(0).asInt()).isBetween(15, 50);
    assertThat(evaluated("recursive")).contains("600");
  }

  /** More features than other learners have dense rows for. */
  @Test
  void recursiveLeastSquaresTakesManyCategories() {
    String[] settings = {
      "kernel=null",
      "learner={algorithm: recursive-least-squares, experts: [{kernel: {type: gaussian, sigma: 1},"
          + " features: 50, memories: [1]}]}",
      "preprocessing.columns.job={type: category, maxCategories: 300}"
    };
    stream("many", settings).assertDone();
    assertThat(evaluated("many")).contains("600");
    settings[2] = settings[2].replace("300", "5000");
    stream("most", settings)
        .assertRefused(
            "preprocessing.columns become 5006 features, 5000 of column job; allowed with"
                + " learner.algorithm: recursive-least-squares: 4096 at most");
  }

  @Test
  void wordsWithoutColumnsAreRefusedWithAdvice() {
    stream("words", "preprocessing=null")
        .assertRefused("filbert init writes it, with --stream for train-online");
  }

  @Test
  void columnsAreThoseOfAStoredModel() throws IOException {
    run("train", "batch.yaml", "batch").assertDone();
    Files.write(
        directory.resolve("rows.csv"),
        List.of("700,30,astronaut,2011-01-01T00:30,1,poor"),
        StandardOpenOption.APPEND);
    String columns = "preprocessing={columns: %s, fitted: {name: batch, version: 1}}";
    stream("fitted", columns.formatted(FITTED), "kernel.sigma=2").assertDone();
    stream(
            "from",
            "preprocessing={columns: %s}".formatted(FITTED),
            "from={name: batch, version: 1}",
            "kernel.sigma=2")
        .assertDone();
    TablePreprocessing expected = (TablePreprocessing) model("batch").preprocessing();
    for (String name : List.of("fitted", "from")) {
      assertThat(((TablePreprocessing) model(name).preprocessing()).table())
          .usingRecursiveComparison()
          .isEqualTo(expected.table());
      JsonNode finished = summary(name).get("finished");
      assertThat(finished.get("cells").get("unseen").get(1).asInt()).isEqualTo(1);
      assertThat(finished.get("error").asDouble()).isLessThan(OF_NO_MODEL - 0.05);
    }
    stream(
            "others",
            "preprocessing={columns: %s, fitted: {name: batch, version: 1}}"
                .formatted(FITTED.replace("job:", "town:")))
        .assertRefused("preprocessing.fitted is a model of the columns age (a finite number), job");
    stream("unpinned", "preprocessing={columns: %s, fitted: {name: batch}}".formatted(FITTED))
        .assertRefused("preprocessing.fitted.version is missing, must be given");
  }

  @Test
  void whatMustBeFittedNeedsAModel() {
    String columns = People.fixed(People.NAMED_COLUMNS);
    stream("mean", "preprocessing.columns=" + columns.replace("missing: 40", "missing: mean"))
        .assertRefused(
            "preprocessing.columns.age: missing is mean, which needs training rows; allowed on a"
                + " stream: missing: zero, a value or refuse, or preprocessing.fitted");
    stream("standard", "preprocessing.columns=" + columns.replace(", standardise: false", ""))
        .assertRefused("preprocessing.columns.age: standardise is true, which needs training rows");
    stream("year", "preprocessing.columns=" + columns.replace("[month", "[year, month"))
        .assertRefused("preprocessing.columns.hired: parts has a number to standardise");
    stream("text", "preprocessing.columns.job={type: text}")
        .assertRefused("preprocessing.columns.job: type is text, whose vocabulary");
    stream("spreads", "rows.spreads=[1, 2]")
        .assertRefused("rows.spreads is given, which preprocessing.columns say for each column");
    stream("libsvm", "input.file.format={type: libsvm}")
        .assertRefused("preprocessing.columns is given, which needs a format csv");
    stream("big", "input.file.format={type: csv, header: true, label: job}")
        .assertRefused("found column job named for two uses");
  }

  @Test
  void badCellsGoToTheDeadLetters() throws IOException {
    Files.write(
        directory.resolve("rows.csv"),
        List.of(
            "700,old,clerk,2011-01-01T00:30,1,poor",
            "701,1e31,clerk,2011-01-01T00:30,1,poor",
            "702,30,clerk,2011-01-01T00:30,-1,poor"),
        StandardOpenOption.APPEND);
    stream("fail").assertRefused("found \"old\" in column 2 (age), allowed a finite number");
    stream("kept", "input.file.onBadRecord=quarantine").assertDone();
    assertThat(summary("kept").get("finished").get("deadLetters").asInt()).isEqualTo(3);
  }
}
