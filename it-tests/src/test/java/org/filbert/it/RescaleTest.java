package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.assertj.core.data.Offset;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.online.OnlineJob;
import org.filbert.jobs.run.Application;
import org.filbert.jobs.run.JobEnd;
import org.filbert.jobs.run.RunStart;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Streams that go on with another number of workers. */
class RescaleTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Of scores, whose sums have another order. */
  private static final double RELATIVE = 1e-6;

  /** A small expert, and a large one that is spread over the workers. */
  private static final String[] EXPERTS = {
    "kernel=null",
    "learner={algorithm: recursive-least-squares, firstRows: 100, experts: ["
        + "{kernel: {type: gaussian, sigma: 0.5}, features: 40, memories: [0.99]},"
        + "{kernel: {type: gaussian, sigma: 1}, features: 700, memories: [0.999]}]}",
    "batch.size=5",
    "input.file.passes=25"
  };

  private static final String[] GRADIENTS = {"input.file.passes=50", "learner.maxBlocks=40"};

  @TempDir Path directory;
  private TinyStream stream;

  @BeforeEach
  void prepare() throws IOException {
    stream = TinyStream.in(directory);
  }

  @Test
  void expertsGoOnWithMoreAndFewerWorkers() throws Exception {
    goesOnWithMoreAndFewerWorkers(EXPERTS);
  }

  @Test
  void gradientsGoOnWithMoreAndFewerWorkers() throws Exception {
    goesOnWithMoreAndFewerWorkers(GRADIENTS);
  }

  /** Settings of a stream on one worker, which has run without a stop. */
  private String[] undisturbed(String... learner) {
    String[] settings =
        Stream.concat(
                Stream.of(learner),
                Stream.of(
                    "progressive={every: 300, growth: fixed, window: 100, baselines: [no-change]}",
                    "checkpoint.interval=100ms",
                    "parallelism=1"))
            .toArray(String[]::new);
    stream.train("calm", settings).assertDone();
    return settings;
  }

  /** From 1 to 2 by a savepoint, from 2 to 3 by a checkpoint, and back to 1. */
  private void goesOnWithMoreAndFewerWorkers(String... learner) throws Exception {
    String[] settings = undisturbed(learner);

    Path run = stream.run("run");
    JobClient job = job(config(settings)).start(run.toString());
    awaitLines(2, job);
    job.stopWithSavepoint(false, null, SavepointFormatType.CANONICAL).get();
    job.getJobExecutionResult().get();

    job = resume(run, 2, settings);
    awaitLines(lines() + 2, job);
    job.cancel().get();
    assertThatThrownBy(job.getJobExecutionResult()::get).hasRootCauseMessage("Job was cancelled.");
    assertThat(JSON.readTree(run.resolve("run.json").toFile()).get("workers").asInt()).isEqualTo(2);

    job = resume(run, 3, settings);
    awaitLines(lines() + 2, job);
    job.stopWithSavepoint(false, null, SavepointFormatType.NATIVE).get();
    job.getJobExecutionResult().get();

    CommandLineRun last =
        CommandLineRun.of("train-online", "--resume", run.toString(), "--set", "parallelism=1")
            .assertDone();
    assertThat(last.out()).contains("parallelism is 1, was 3: the predictions are the same up to");
    assertThat(JSON.readTree(run.resolve("summary.json").toFile()).get("parallelism").asInt())
        .isEqualTo(1);
    assertSamePredictions();
  }

  /**
   * As an operator does: a savepoint at a place of its own, then a new job on more workers that is
   * told to start from it.
   */
  @Test
  void aDeploymentGoesOnFromItsOwnSavepointWithMoreWorkers() throws Exception {
    String[] settings = undisturbed(EXPERTS);

    String run = stream.run("run").toString();
    OnlineConfig config = config(settings);
    ProjectPaths paths = ProjectPaths.ofProcess();
    RunStart first =
        RunStart.of(
            run, config, 1, paths.store(config.store()), paths, application(Optional.empty()));
    JobClient job = job(config).start(first);
    awaitLines(2, job);
    String savepoint =
        job.stopWithSavepoint(
                false, directory.resolve("savepoints").toString(), SavepointFormatType.NATIVE)
            .get();
    job.getJobExecutionResult().get();

    OnlineConfig more =
        config(
            Stream.concat(Stream.of(settings), Stream.of("parallelism=3")).toArray(String[]::new));
    RunStart again =
        RunStart.again(run, application(Optional.of(savepoint))).orElseThrow().with(more);
    assertThat(again.formerWorkers()).hasValue(1);
    job = job(more).start(again);
    job.getJobExecutionResult().get();
    assertThat(
            JSON.readTree(stream.run("run").resolve("summary.json").toFile())
                .get("parallelism")
                .asInt())
        .isEqualTo(3);
    assertSamePredictions();
  }

  private static Application application(Optional<String> savepoint) {
    return new Application(
        true, Optional.of(new JobID().toHexString()), false, savepoint); // a new job each time
  }

  private OnlineConfig config(String... settings) {
    return new ConfigLoader().load(stream.config(), List.of(settings), OnlineConfig.class);
  }

  private void assertSamePredictions() throws IOException {
    Map<String, JsonNode> expected = predictions("calm");
    Map<String, JsonNode> found = predictions("run");
    assertThat(found.keySet()).isEqualTo(expected.keySet());
    found.forEach(
        (id, prediction) -> {
          JsonNode calm = expected.get(id);
          for (String same : List.of("label", "prediction", "step")) {
            assertThat(prediction.get(same)).as(id).isEqualTo(calm.get(same));
          }
          double[] scores = JSON.convertValue(calm.get("scores"), double[].class);
          double size = Arrays.stream(scores).map(Math::abs).max().orElse(0);
          assertThat(JSON.convertValue(prediction.get("scores"), double[].class))
              .as(id)
              .containsExactly(scores, Offset.offset(RELATIVE * Math.max(size, 1e-3)));
        });
  }

  /** The predictions by id, of which each is there once. */
  private Map<String, JsonNode> predictions(String run) throws IOException {
    Map<String, JsonNode> predictions = new TreeMap<>();
    for (String line : stream.lines(run, "predictions")) {
      JsonNode prediction = JSON.readTree(line);
      assertThat(predictions.put(prediction.get("id").asText(), prediction)).as(line).isNull();
    }
    return predictions;
  }

  private static OnlineJob job(OnlineConfig config) {
    return new OnlineJob(config, ProjectPaths.ofProcess(), new Configuration());
  }

  private JobClient resume(Path run, int workers, String... settings) throws Exception {
    List<String> changed = new ArrayList<>(List.of(settings));
    changed.add("parallelism=" + workers);
    OnlineConfig config = config(changed.toArray(String[]::new));
    return job(config).start(RunStart.resume(run.toString()).with(config));
  }

  private int lines() throws IOException {
    return Files.readAllLines(stream.run("run").resolve("curve.jsonl")).size();
  }

  private void awaitLines(int lines, JobClient job) throws Exception {
    Path curve = stream.run("run").resolve("curve.jsonl");
    while (!Files.exists(curve) || lines() < lines) {
      assertThat(JobEnd.within(10, job.getJobExecutionResult())).isFalse();
    }
  }
}
