package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.HistogramStatistics;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.assertj.core.data.Offset;
import org.filbert.data.Outputs;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.online.OnlineJob;
import org.filbert.jobs.run.JobEnd;
import org.filbert.jobs.run.RunStart;
import org.filbert.model.DoublyStochastic;
import org.filbert.model.Preprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs over a stream from the command line to the model. */
class OnlineJobTest {
  private static final InMemoryReporter REPORTER = InMemoryReporter.createWithRetainedMetrics();

  @RegisterExtension
  static final MiniClusterExtension FLINK =
      MiniFlink.cluster(1, 4, REPORTER.addToConfiguration(new Configuration()));

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path directory;
  private TinyStream stream;

  @BeforeEach
  void prepare() throws IOException {
    stream = TinyStream.in(directory);
  }

  private ModelStore store() throws IOException {
    return ModelStore.open(
        new org.apache.flink.core.fs.Path(directory.resolve("store").toString()));
  }

  private TrainedModel model(int version) throws IOException {
    return store().load(store().version("tiny", version));
  }

  @Test
  void learnsFromAFileToItsEnd() throws IOException {
    CommandLineRun run = stream.train("run").assertDone();
    assertThat(run.out()).contains("instances", "logistic-regression", "no-change", "model tiny@1");
    assertThat(stream.curve("run")).hasSize(6);
    var summary = JSON.readTree(stream.run("run").resolve("summary.json").toFile());
    assertThat(summary.at("/finished/instances").asInt()).isEqualTo(2 * TinyStream.ROWS);
    assertThat(summary.at("/finished/errorInWindow").asDouble()).isLessThan(0.2);
    assertThat(summary.at("/finished/baselines/no-change/error").asDouble()).isGreaterThan(0.5);
  }

  @Test
  void everyRowIsPredictedOnce() throws IOException {
    stream.train("run").assertDone();
    assertThat(stream.lines("run", "predictions"))
        .hasSize(2 * TinyStream.ROWS)
        .extracting(line -> JSON.readTree(line).get("id").asText())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.rangeClosed(1, TinyStream.ROWS)
                .boxed()
                .flatMap(row -> Stream.of("1-" + row, "2-" + row))
                .toList());
  }

  @Test
  void itsModelScoresOtherRows() throws IOException {
    stream.train("run").assertDone();
    stream.evaluate("tiny", "rows.csv").assertDone();
  }

  @Test
  void classesJoinAsTheyCome() throws IOException {
    StringBuilder rows = new StringBuilder("class,x,y\n");
    IntStream.range(0, 300)
        .forEach(
            i -> {
              int label = i < 150 ? i % 2 : i % 3;
              rows.append((char) ('a' + label)).append(',').append(label).append(",0.1\n");
            });
    stream.write("rows.csv", rows.toString());
    stream.train("run", "input.file.shuffle=false").assertDone();
    assertThat(((Outputs.Classes) model(1).outputs()).names()).containsExactly("a", "b", "c");
  }

  @Test
  void modelsAreTakenOnTheWayIfTheyAreGoodEnough() throws IOException {
    stream.train("run", "snapshots={every: 100}").assertDone();
    assertThat(store().versions("tiny")).hasSize(7);
    stream.train("other", "snapshots={every: 100, maxError: 1e-9}", "name=strict").assertDone();
    assertThat(store().versions("strict")).hasSize(1);
  }

  @Test
  void theModelPredictsRowsInTheFormatOfTheStream() throws IOException {
    stream.train("run").assertDone();
    List<String> lines = Files.readAllLines(directory.resolve("rows.csv"));
    stream.write(
        "moved.csv",
        lines.stream()
            .map(line -> line.replaceFirst("(.*),([^,]+),([^,]+)$", "$3,$2") + "\n")
            .collect(Collectors.joining()));
    assertThat(predictions("rows.csv"))
        .isEqualTo(predictions("moved.csv"))
        .hasSize(lines.size())
        .first()
        .isEqualTo("row,prediction");
  }

  private List<String> predictions(String input) throws IOException {
    Path output = directory.resolve("predicted-" + input);
    CommandLineRun.of(
            "predict",
            "--store",
            directory.resolve("store").toString(),
            "--model",
            "tiny",
            "--input",
            directory.resolve(input).toString(),
            "--output",
            output.toString())
        .assertDone();
    return Files.readAllLines(output);
  }

  @Test
  void goesOnFromAStoredModel() throws IOException {
    stream.train("run").assertDone();
    stream.train("second", "from={name: tiny}").assertDone();
    var first =
        JSON.readTree(Files.readAllLines(stream.run("second").resolve("curve.jsonl")).get(0));
    assertThat(first.get("error").asDouble()).isLessThan(0.2);
    stream
        .train("third", "from={name: tiny}", "kernel.sigma=2")
        .assertRefused("the stored model has blocks of");
  }

  /** In single precision the times of the first column are all the same number. */
  @Test
  void columnsFarFromTheOriginAreMoved() throws IOException {
    stream.train("near").assertDone();
    List<String> moved = new java.util.ArrayList<>();
    for (String line : Files.readAllLines(directory.resolve("rows.csv"))) {
      int last = line.lastIndexOf(',');
      int before = line.lastIndexOf(',', last - 1);
      String x = line.substring(before + 1, last);
      moved.add(
          x.equals("x")
              ? line
              : line.substring(0, before + 1)
                  + (Double.parseDouble(x) + 1.7e9)
                  + line.substring(last));
    }
    Files.write(directory.resolve("rows.csv"), moved);
    stream.train("far", "name=far").assertDone();
    assertThat(errorInWindow("far")).isCloseTo(errorInWindow("near"), Offset.offset(0.03));
    Preprocessing far = preprocessing("far", 1);
    assertThat(far.offset()[0]).isCloseTo(1.7e9, Offset.offset(100.0));
    assertThat(far.offset()[1]).isZero();
    assertThat(((Preprocessing) model(1).preprocessing()).offset()).isEmpty();

    stream.train("next", "name=next", "from={name: far}", "input.file.shuffle=false").assertDone();
    assertThat(preprocessing("next", 1).offset()).isEqualTo(far.offset());
    assertThat(errorInWindow("next")).isLessThan(0.2);
    stream
        .train("other", "from={name: far}", "rows.scaling={type: divide, by: 2}")
        .assertRefused("from is a model of rows with another scale than rows.scaling");
  }

  private double errorInWindow(String run) throws IOException {
    return JSON.readTree(stream.run(run).resolve("summary.json").toFile())
        .at("/finished/errorInWindow")
        .asDouble();
  }

  private Preprocessing preprocessing(String name, int version) throws IOException {
    return (Preprocessing) store().load(store().version(name, version)).preprocessing();
  }

  @Test
  void aModelThatIsAConstantIsSaidToBeOne() throws IOException {
    String said = "the model is a constant: kernel.sigma is 1.0E9 and the first rows are about ";
    CommandLineRun run = stream.train("run", "kernel.sigma=1e9").assertDone();
    assertThat(run.out()).containsOnlyOnce("warning: " + said);
    assertThat(
            JSON.readTree(stream.run("run").resolve("summary.json").toFile())
                .at("/finished/notices/0")
                .asText())
        .startsWith(said);
    assertThat(stream.run("run").resolve("report.html")).content().contains(said);
    stream
        .train("narrow", "kernel.sigma=1e-40")
        .assertRefused("kernel.sigma is 1.0E-40, must be 1.0E-30 to 1.0E30 in single precision");
  }

  @Test
  void rowsFarFromTheOthersAreCounted() throws IOException {
    spoil("middle,1e20,2");
    CommandLineRun run = stream.train("run").assertDone();
    assertThat(run.out()).contains("2 rows far from the others");
    assertThat(
            JSON.readTree(stream.run("run").resolve("summary.json").toFile())
                .at("/finished/farRows")
                .asInt())
        .isEqualTo(2);
    spoil("middle,1e35,2");
    stream
        .train("beyond")
        .assertRefused("rows.csv:5: found 1.0E35 as feature 1, allowed numbers up to 1.0E30 once");
  }

  /** Settings of a run with the default learner, but with few and small experts. */
  private static final String EXPERTS =
      "learner={algorithm: recursive-least-squares, experts: [{kernel: {type: gaussian, sigma:"
          + " [0.5, 2]}, features: 40}]}";

  @Test
  void aFileWithoutSettingsOfALearnerGivesAGoodModel() throws IOException {
    CommandLineRun run =
        stream.train("run", "kernel=null", "learner=null", "batch=null", "name=null").assertDone();
    assertThat(run.out())
        .contains("recursive-least-squares", "in window  memory", "model online@1")
        .doesNotContain("blocks");
    var summary = JSON.readTree(stream.run("run").resolve("summary.json").toFile());
    assertThat(summary.at("/finished/errorInWindow").asDouble()).isLessThan(0.15);
    assertThat(stream.lines("run", "predictions")).hasSize(2 * TinyStream.ROWS);
    assertThat(summary.at("/experts"))
        .hasSameSizeAs(summary.at("/finished/weights"))
        .allSatisfy(expert -> assertThat(expert.asText()).contains(" features", ", memory "));
    assertThat(
            StreamSupport.stream(summary.at("/finished/weights").spliterator(), false)
                .mapToDouble(JsonNode::asDouble)
                .sum())
        .isCloseTo(1, Offset.offset(1e-9));
    stream.evaluate("online", "rows.csv").assertDone();
  }

  @Test
  void theTimeFromArrivalToPredictionIsAMetric() throws IOException {
    stream.train("run", "name=timed").assertDone();
    List<HistogramStatistics> latencies =
        REPORTER.getMetricsByGroup().entrySet().stream()
            .filter(
                group ->
                    group
                        .getKey()
                        .getAllVariables()
                        .getOrDefault("<job_name>", "")
                        .endsWith("timed"))
            .flatMap(group -> Stream.ofNullable(group.getValue().get("latencyMillis")))
            .map(metric -> ((Histogram) metric).getStatistics())
            .toList();
    assertThat(latencies).hasSize(1);
    HistogramStatistics found = latencies.get(0);
    assertThat(found.size()).isEqualTo(2 * TinyStream.ROWS);
    assertThat(found.getQuantile(0.5)).isBetween(0.0, found.getQuantile(0.99));
  }

  @ParameterizedTest
  @ValueSource(strings = {"spreads", "ranks"})
  void expertsGoOnWhereTheyWereStopped(String scaling) throws Exception {
    String[] settings = {
      "kernel=null",
      EXPERTS,
      "learner.scaling=" + scaling,
      "input.file.passes=30",
      "progressive.every=1000",
      "batch.size=3"
    };
    stoppedAndResumed(settings);
    assertThat(model(2).model().coefficients().toArray())
        .isEqualTo(model(1).model().coefficients().toArray());
  }

  @Test
  void settingsThatExpertsDoNotHaveAreRefused() throws IOException {
    stream
        .train("a", EXPERTS)
        .assertRefused(
            "kernel is given, which learner.algorithm: recursive-least-squares does not have");
    stream
        .train("b", "kernel=null", EXPERTS, "rows.sparse=true")
        .assertRefused("rows.sparse is given, which learner.algorithm: recursive-least-squares");
    stream
        .train("c", "kernel=null")
        .assertRefused("kernel is missing, which doubly stochastic gradients need");
    stream
        .train("e", "kernel=null", EXPERTS, "learner.firstRows=0", "learner.scaling=ranks")
        .assertRefused("learner: firstRows is 0, must be 1 or more with scaling: ranks");
    stream
        .train("d", "learner={algorithm: least-squares}")
        .assertRefused("learner.algorithm: unknown algorithm 'least-squares'");
  }

  @Test
  void aRunThatWasStoppedAndResumedIsTheSame() throws Exception {
    String[] longer = {"input.file.passes=30", "progressive.every=1000"};
    stoppedAndResumed(longer);
    DoublyStochastic resumed = (DoublyStochastic) model(2).model();
    DoublyStochastic undisturbed = (DoublyStochastic) model(1).model();
    assertThat(resumed.blocks()).isEqualTo(undisturbed.blocks());
    assertThat(resumed.a().toArray()).isEqualTo(undisturbed.a().toArray());
  }

  /** Compares the files of a run that is stopped and resumed with those of one that is not. */
  private void stoppedAndResumed(String... longer) throws Exception {
    stream.train("undisturbed", longer).assertDone();

    OnlineConfig config =
        new ConfigLoader().load(stream.config(), List.of(longer), OnlineConfig.class);
    String run = stream.run("stopped").toString();
    JobClient job = job(config).start(run);
    awaitLines(stream.run("stopped").resolve("curve.jsonl"), 2, job);
    job.stopWithSavepoint(false, null, SavepointFormatType.CANONICAL).get();
    job.getJobExecutionResult().get();
    assertThat(stream.run("stopped").resolve("summary.json")).doesNotExist();
    Path report = stream.run("stopped").resolve("report.html");
    assertThat(report).content().contains("Not finished");
    job(config).start(RunStart.resume(run)).getJobExecutionResult().get();

    assertThat(report).content().doesNotContain("Not finished").contains("tiny@2");
    assertThat(stream.curve("stopped")).isEqualTo(stream.curve("undisturbed"));
    assertThat(stream.lines("stopped", "predictions"))
        .containsExactlyInAnyOrderElementsOf(stream.lines("undisturbed", "predictions"));
  }

  @Test
  void aProcedureStartsAStreamThatIsStoppedAndGoesOn(@InjectMiniCluster MiniCluster flink)
      throws Exception {
    String settings = "input.file.passes=30; progressive.every=1000";
    stream.train("undisturbed", settings.split("; ")).assertDone();
    TableEnvironment tables =
        StreamTableEnvironment.create(StreamExecutionEnvironment.getExecutionEnvironment());
    tables.executeSql(
        "CREATE CATALOG stored WITH ('type' = 'filbert', 'store' = '%s')"
            .formatted(directory.resolve("store")));
    Row started =
        tables
            .executeSql(
                "CALL stored.sys.train_online('%s', '%s')".formatted(stream.config(), settings))
            .collect()
            .next();
    String run = (String) started.getField(1);
    JobID job = JobID.fromHexString((String) started.getField(0));
    awaitLines(Path.of(run).resolve("curve.jsonl"), 2, flink.requestJobResult(job));
    flink.stopWithSavepoint(job, null, false, SavepointFormatType.CANONICAL).get();
    flink.requestJobResult(job).get();
    String again = "CALL stored.sys.train_online(run => '%s', settings => '%s')";
    assertThatThrownBy(() -> tables.executeSql(again.formatted(run, "batch.size=7")))
        .hasStackTraceContaining("batch.size is 7, the run began with 10");
    JobID next =
        JobID.fromHexString(
            (String)
                tables
                    .executeSql(again.formatted(run, "checkpoint.interval=2s"))
                    .collect()
                    .next()
                    .getField(0));
    assertThat(flink.requestJobResult(next).get().isSuccess()).isTrue();
    assertThat(model(2).model().coefficients().toArray())
        .isEqualTo(model(1).model().coefficients().toArray());
    assertThatThrownBy(() -> tables.executeSql("CALL stored.sys.train_online(settings => 'a=1')"))
        .hasStackTraceContaining("found neither config nor run");
  }

  @Test
  void modelsAreStoredOnceACheckpointHasWhatTheyWereLearnedFrom(
      @InjectMiniCluster MiniCluster flink) throws Exception {
    String[] settings = {
      "input.file.passes=100000",
      "learner.maxBlocks=4",
      "snapshots={every: 100}",
      "checkpoint.interval=1h"
    };
    OnlineConfig config =
        new ConfigLoader().load(stream.config(), List.of(settings), OnlineConfig.class);
    JobClient job = job(config).start(stream.run("run").toString());
    Path curve = stream.run("run").resolve("curve.jsonl");
    awaitLines(curve, 5, job);
    assertThat(store().versions("tiny")).isEmpty();

    flink.triggerCheckpoint(job.getJobID(), CheckpointType.FULL).get();
    while (store().versions("tiny").isEmpty()) {
      assertThat(JobEnd.within(10, job.getJobExecutionResult())).isFalse();
    }
    awaitLines(curve, Files.readAllLines(curve).size() + 2, job); // all are stored by then
    int stored = store().versions("tiny").size();
    awaitLines(curve, Files.readAllLines(curve).size() + 5, job);
    assertThat(store().versions("tiny")).hasSize(stored);
    job.stopWithSavepoint(false, null, SavepointFormatType.CANONICAL).get();
    job.getJobExecutionResult().get();
    assertThat(store().versions("tiny")).hasSizeGreaterThan(stored);
  }

  private static void awaitLines(Path curve, int lines, JobClient job) throws Exception {
    awaitLines(curve, lines, job.getJobExecutionResult());
  }

  private static void awaitLines(Path curve, int lines, CompletableFuture<?> end) throws Exception {
    while (!Files.exists(curve) || Files.readAllLines(curve).size() < lines) {
      assertThat(JobEnd.within(10, end)).isFalse();
    }
  }

  private static OnlineJob job(OnlineConfig config) {
    return new OnlineJob(config, ProjectPaths.ofProcess(), new Configuration());
  }

  @Test
  void recordsThatCannotBeUsedArePutAside() throws IOException {
    spoil("middle,1,2,3");
    stream.train("failed").assertRefused("/rows.csv:5: found 4 columns, allowed 3");
    CommandLineRun run = stream.train("run", "input.file.onBadRecord=quarantine").assertDone();
    assertThat(run.out()).contains("2 records rejected");
    assertThat(stream.lines("run", "dead-letters"))
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).contains("rows.csv:5: found 4 columns", "middle,1,2"));
  }

  @Test
  void rowsThatDoNotFitAreKeptWithTheirText() throws IOException {
    spoil("far,1,2");
    String classes = "rows.classes=['left, far', middle, right]";
    stream.train("failed", classes).assertRefused("/rows.csv:5: found class \"far\", allowed one");
    stream.train("run", classes, "input.file.onBadRecord=quarantine").assertDone();
    assertThat(stream.lines("run", "dead-letters"))
        .hasSize(2)
        .allSatisfy(
            line -> {
              JsonNode letter = JSON.readTree(line);
              assertThat(letter.get("reason").asText()).contains("rows.csv:5: found class");
              assertThat(letter.get("text").asText()).isEqualTo("far,1,2");
            });
  }

  private void spoil(String line) throws IOException {
    List<String> lines =
        new java.util.ArrayList<>(Files.readAllLines(directory.resolve("rows.csv")));
    lines.set(4, line);
    Files.write(directory.resolve("rows.csv"), lines);
  }

  @Test
  void stepsThatDivergeAreHalved() throws IOException {
    try (CapturedLog log = new CapturedLog()) {
      CommandLineRun run =
          stream
              .train("run", "learner.step.gamma=200", "learner.maxBlocks=4", "input.file.passes=20")
              .assertDone();
      assertThat(run.out()).contains("the steps diverged ", "did not diverge", "model tiny@1");
      assertThat(log.text()).contains("the run goes on from its last good model, with steps of 1/");
    }
    var summary = JSON.readTree(stream.run("run").resolve("summary.json").toFile());
    assertThat(summary.at("/finished/setbacks").asInt()).isBetween(1, 9);
    assertThat(summary.at("/finished/errorInWindow").asDouble()).isLessThan(0.3);
  }

  @Test
  void oldModelsOfARunGo() throws IOException {
    stream.train("all", "snapshots.every=100").assertDone();
    stream.train("few", "snapshots={every: 100, keep: 2}").assertDone();
    assertThat(store().versions("tiny").stream().map(version -> version.number()))
        .containsExactly(1, 2, 3, 4, 5, 6, 7, 13, 14);
  }

  @Test
  void whatIsWrongIsTold() throws IOException {
    stream
        .train("a", "learner.step.gamma=1e12")
        .assertRefused("the step size Constant[gamma=1.0E12] diverges");
    stream
        .train("b", "rows.classes=[middle, right]")
        .assertRefused("found class \"left, far\", allowed one of [middle, right]");
    stream
        .train("d", "rows.scaling={type: min-max}")
        .assertRefused("a stream's range is not known beforehand");
    stream
        .train("e", "kernel.sigma=median")
        .assertRefused("kernel.sigma is median, auto or a list, must be a number");
    stream.train("f", "input.file.passes=0").assertRefused("passes is 0, must be 1 or more");
    stream.train("k", "snapshots.keep=0").assertRefused("keep is 0, must be 1 or more");
    stream.train("g", "rows.features=3").assertRefused("found 2 features, needed 3");
    spoil("middle,NaN,2");
    stream.train("h").assertRefused("/rows.csv:5: found \"NaN\" in column 2 (x)");
  }
}
