package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.util.FileUtils;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.online.OnlineJob;
import org.filbert.jobs.run.JobEnd;
import org.filbert.model.DoublyStochastic;
import org.filbert.model.KernelExpansion;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs of earlier versions can be resumed. The resources contain savepoints of a training and of a
 * stream for each format number of states. They are never overwritten; {@code -Dgolden.write=true}
 * writes those of a new format.
 */
class GoldenStateTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  /** Format number, see {@code StateFormat}. */
  private static final String FORMAT = "1";

  private static final Path GOLDEN = Path.of("src/test/resources/golden-state", FORMAT);

  /** Directory in which the runs were started. */
  private static final Path BEGUN = Path.of("/tmp/filbert-golden");

  private static final String[] TRAINING = {
    "solver.epochs=600", "evaluation.every=100", "backend.blas=java", "checkpoint.interval=1h"
  };
  private static final String[] STREAM = {
    "input.file.passes=40",
    "learner.maxBlocks=4",
    "progressive.every=1000",
    "snapshots={every: 1000}",
    "output.files=false",
    "checkpoint.interval=50ms"
  };

  @TempDir Path directory;

  /** Rounding differences between versions are allowed. */
  private static final double ROUNDING = 1e-6;

  @Test
  void aTrainingGoesOn() throws IOException {
    TinyData data = TinyData.in(directory);
    copy(GOLDEN.resolve("training"), data.run(), directory);
    CommandLineRun resumed = CommandLineRun.of("train", "--resume", data.run().toString());
    assertThat(resumed.assertDone().out()).contains("goes on from ", "model tiny@1");
    CommandLineRun.of(
            Stream.concat(
                    Stream.of("train", data.path("tiny.yaml"), "--out", data.path("calm")),
                    Stream.of(TRAINING).flatMap(setting -> Stream.of("--set", setting)))
                .toArray(String[]::new))
        .assertDone();
    KernelExpansion calm = (KernelExpansion) model(2).model();
    assertThat(((KernelExpansion) model(1).model()).alpha().toArray())
        .containsExactly(calm.alpha().toArray(), within(ROUNDING));
  }

  @Test
  void aStreamGoesOn() throws IOException {
    TinyStream stream = TinyStream.in(directory);
    copy(GOLDEN.resolve("stream"), stream.run("run"), directory);
    CommandLineRun.of("train-online", "--resume", stream.run("run").toString()).assertDone();
    stream
        .train(
            "calm", Stream.concat(Stream.of(STREAM), Stream.of("name=calm")).toArray(String[]::new))
        .assertDone();
    assertThat(stream.curve("run")).isEqualTo(stream.curve("calm"));
    ModelStore store = store();
    DoublyStochastic calm = (DoublyStochastic) store.load(store.latest("calm")).model();
    DoublyStochastic resumed = (DoublyStochastic) store.load(store.latest("tiny")).model();
    assertThat(resumed.a().toArray()).containsExactly(calm.a().toArray(), within(ROUNDING));
  }

  @Test
  void aStreamOfAnEarlierVersionKeepsItsHighestParallelism() throws IOException {
    TinyStream stream = TinyStream.in(directory);
    copy(GOLDEN.resolve("stream"), stream.run("run"), directory);
    String run = stream.run("run").toString();
    CommandLineRun.of("train-online", "--resume", run, "--set", "parallelism=3")
        .assertRefused("parallelism is 3, the run goes on with 2 at most: that was fixed when");
    CommandLineRun.of("train-online", "--resume", run, "--set", "parallelism=1")
        .assertRefused("the checkpoint is of an earlier version of Filbert, found parallelism 1");
  }

  @Test
  void aStateOfAnotherFormatIsRefused() throws IOException {
    TinyStream stream = TinyStream.in(directory);
    Path run = stream.run("run");
    copy(GOLDEN.resolve("stream"), run, directory);
    for (Path file : files(run.resolve("savepoints"))) {
      String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
      Files.writeString(file, bytes.replace("FB\0\1", "FB\0\143"), StandardCharsets.ISO_8859_1);
    }
    CommandLineRun refused = CommandLineRun.of("train-online", "--resume", run.toString());
    assertThat(refused.err())
        .contains("error: the checkpoint has format 99, this version of Filbert reads format 1");
    assertThat(refused.exitCode()).isEqualTo(2);
  }

  @Test
  @EnabledIfSystemProperty(named = "golden.write", matches = "true")
  void writeTraining(MiniCluster flink) throws Exception {
    TinyData data = TinyData.in(Files.createDirectory(BEGUN));
    CompletableFuture<CommandLineRun> run =
        CompletableFuture.supplyAsync(() -> data.train(TRAINING));
    Path curve = data.run().resolve("curve.jsonl");
    while (!Files.exists(curve) || Files.readAllLines(curve).isEmpty()) {
      assertThat(run).isNotDone();
      Thread.onSpinWait();
    }
    for (JobStatusMessage job : flink.listJobs().get()) {
      if (!job.getJobState().isTerminalState()) {
        flink
            .triggerSavepoint(
                job.getJobId(),
                data.run().resolve("savepoints").toString(),
                true,
                SavepointFormatType.CANONICAL)
            .get();
      }
    }
    run.get();
    keep(data.run(), "training");
  }

  @Test
  @EnabledIfSystemProperty(named = "golden.write", matches = "true")
  void writeStream() throws Exception {
    TinyStream stream = TinyStream.in(Files.createDirectory(BEGUN));
    OnlineConfig config =
        new ConfigLoader().load(stream.config(), List.of(STREAM), OnlineConfig.class);
    JobClient job =
        new OnlineJob(config, ProjectPaths.ofProcess(), new Configuration())
            .start(stream.run("run").toString());
    Path curve = stream.run("run").resolve("curve.jsonl");
    while (!Files.exists(curve) || Files.readAllLines(curve).size() < 2) {
      assertThat(JobEnd.within(10, job.getJobExecutionResult())).isFalse();
    }
    job.stopWithSavepoint(false, null, SavepointFormatType.CANONICAL).get();
    job.getJobExecutionResult().get();
    keep(stream.run("run"), "stream");
  }

  private void keep(Path run, String name) throws IOException {
    Path golden = GOLDEN.resolve(name);
    assertThat(golden).as("a golden state that is there stays").doesNotExist();
    for (String part : List.of("run.json", "config.yaml", "savepoints")) {
      copy(run.resolve(part), golden.resolve(part), BEGUN);
    }
    FileUtils.deleteDirectory(BEGUN.toFile());
  }

  /** Copies files. Texts get the present directory instead of the original one. */
  private static void copy(Path from, Path to, Path directory) throws IOException {
    for (Path file : files(from)) {
      Path copy = to.resolve(from.relativize(file).toString());
      Files.createDirectories(Objects.requireNonNull(copy.getParent()));
      String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
      boolean text = file.toString().matches(".*[.](json|yaml)");
      Files.writeString(
          copy,
          text
              ? bytes
                  .replace(Path.of("").toAbsolutePath().toString(), directory.toString())
                  .replace(BEGUN.toString(), directory.toString())
              : bytes,
          StandardCharsets.ISO_8859_1);
    }
  }

  private static List<Path> files(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  private ModelStore store() throws IOException {
    return ModelStore.open(
        new org.apache.flink.core.fs.Path(directory.resolve("store").toString()));
  }

  private TrainedModel model(int version) throws IOException {
    return store().load(store().version("tiny", version));
  }
}
