package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.filbert.jobs.cluster.ClusterSubmission;
import org.filbert.jobs.cluster.Installation;
import org.filbert.jobs.cluster.LocalCluster;
import org.filbert.jobs.cluster.LocalClusterOptions;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.jobs.config.yaml.ByteSize;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.training.TrainingJob;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStore;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A training on a cluster of processes, one of which dies in the middle, ends with the same bits.
 */
@Tag("ci")
class ClusterRecoveryIT {
  private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

  private static final Installation INSTALLATION = new Installation(HOME);

  private static final Map<String, String> HEARTBEATS =
      Map.of(
          "heartbeat.interval", "500",
          "heartbeat.timeout", "10000",
          "taskmanager.load-balance.mode", "SLOTS");

  @TempDir private static Path calm;

  @TempDir Path directory;

  private LocalCluster start(Map<String, String> settings) throws InterruptedException {
    return LocalCluster.start(
        new LocalClusterOptions(
            directory.resolve("cluster"),
            2,
            2,
            0,
            ByteSize.ofMebibytes(768),
            ByteSize.ofMebibytes(1536),
            settings,
            Duration.ofSeconds(90)),
        INSTALLATION);
  }

  @Test
  void aKilledTaskManagerDoesNotChangeTheModel() throws Exception {
    Path run = directory.resolve("run");
    try (LocalCluster cluster = start(HEARTBEATS)) {
      CompletableFuture<Integer> exit = submit(new ClusterSubmission(cluster, INSTALLATION), run);
      until(exit, () -> checkpoints(run) >= 2);
      ProcessHandle victim = cluster.taskManagers().get(0);
      victim.destroyForcibly();
      victim.onExit().get();
      assertThat(exit.get()).isZero();
      assertThat(cluster.taskManagers()).hasSize(1);
    }
    assertSameAsUndisturbed();
  }

  /** Six attempts without slots, which are no failures, would have ended the run. */
  @Test
  void aRunWithoutSlotsWaitsAndGoesOnWhenTheyAreThere() throws Exception {
    Path run = directory.resolve("run");
    try (LocalCluster cluster = start(HEARTBEATS)) {
      CompletableFuture<Integer> exit = submit(new ClusterSubmission(cluster, INSTALLATION), run);
      until(exit, () -> checkpoints(run) >= 2);
      for (ProcessHandle taskManager : cluster.taskManagers()) {
        taskManager.destroyForcibly();
        taskManager.onExit().get();
      }
      until(exit, () -> incidents(run).contains("waiting for slots: the run needs 2, the cluster"));
      assertThat(cluster.dead()).containsOnlyKeys("taskmanager-1", "taskmanager-2");
      try (LocalCluster whole = cluster.add(1, INSTALLATION, Duration.ofSeconds(90))) {
        assertThat(whole.dead()).isEmpty();
        assertThat(exit.get()).isZero();
      }
    }
    assertThat(incidents(run))
        .contains(
            "the run failed and goes on from its last checkpoint: ", "the run goes on, after");
    assertThat(run.resolve("report.html")).content().contains("waiting for slots");
    assertSameAsUndisturbed();
  }

  @Test
  void aJobManagerWithoutHighAvailabilityTakesItsJobsWithIt() throws Exception {
    Path run = directory.resolve("run");
    Path output = directory.resolve("output");
    try (LocalCluster cluster = start(HEARTBEATS)) {
      ClusterSubmission submission = new ClusterSubmission(cluster, INSTALLATION);
      CompletableFuture<Integer> exit =
          submit(submission, arguments(run), ProcessBuilder.Redirect.appendTo(output.toFile()));
      until(exit, () -> checkpoints(run) >= 2);
      ProcessHandle jobManager = cluster.processes().get(0);
      jobManager.destroyForcibly();
      jobManager.onExit().get();
      assertThat(cluster.lacksJobManager()).isTrue();
      try (LocalCluster whole = cluster.add(0, INSTALLATION, Duration.ofSeconds(90))) {
        assertThat(exit.get()).isEqualTo(1);
        assertThat(Files.readAllLines(output))
            .anySatisfy(
                line ->
                    assertThat(line)
                        .startsWith("error: the run failed: the JobManager was lost")
                        .hasSizeLessThan(200))
            .anySatisfy(
                line -> assertThat(line).startsWith("go on with: ./filbert train --resume"));
        assertThat(
                submit(
                        new ClusterSubmission(whole, INSTALLATION),
                        List.of("train", "--resume", run.toString()),
                        ProcessBuilder.Redirect.INHERIT)
                    .get())
            .isZero();
      }
    }
    assertSameAsUndisturbed();
  }

  private static String incidents(Path run) throws IOException {
    Path file = run.resolve("incidents.jsonl");
    return Files.exists(file) ? Files.readString(file) : "";
  }

  @Test
  @Tag("faults")
  void aKilledJobManagerDoesNotChangeTheModel() throws Exception {
    Path run = directory.resolve("run");
    try (HighAvailability available = HighAvailability.start(directory.resolve("ha"));
        LocalCluster cluster = start(available.settings());
        KillableProcess jobManager = new KillableProcess(cluster, cluster.processes().get(0))) {
      CompletableFuture<Integer> exit = submit(new ClusterSubmission(cluster, INSTALLATION), run);
      until(exit, () -> checkpoints(run) >= 2);
      jobManager.kill();
      jobManager.restart();
      assertThat(exit.get()).isZero();
      assertThat(cluster.taskManagers()).hasSize(2);
    }
    assertSameAsUndisturbed();
  }

  /** On the second JobManager Flink runs the command once more: it finds the run and its job. */
  @Test
  @Tag("faults")
  void anApplicationOnAnotherJobManagerGoesOnWithItsRun() throws Exception {
    Path run = directory.resolve("run");
    try (HighAvailability available = HighAvailability.start(directory.resolve("ha"));
        LocalCluster cluster = start(available.settings());
        KillableProcess jobManager = new KillableProcess(cluster, cluster.processes().get(0))) {
      Path log = cluster.logs().resolve("jobmanager.log.again");
      jobManager.kill(); // one without an application
      jobManager.startAs(
          ApplicationJobManager.class,
          ApplicationJobManager.arguments(
              INSTALLATION.jobJar().toString(), "org.filbert.jobs.cli.Filbert", arguments(run)));
      while (checkpoints(run) < 2) {
        assertThat(jobManager.lives()).as(() -> ChildRun.said(log)).isTrue();
        TimeUnit.MILLISECONDS.sleep(100);
      }
      jobManager.kill();
      jobManager.restart();
      jobManager.await();
      assertThat(ChildRun.said(log)).contains("goes on from ");
    }
    assertThat(run.resolve("checkpoints")).doesNotExist();
    assertSameAsUndisturbed();
  }

  @BeforeAll
  static void trainUndisturbed() throws Exception {
    TrainConfig config =
        new ConfigLoader()
            .load(HOME.resolve("conf/letter.yaml"), settings(calm), TrainConfig.class);
    new TrainingJob(config, new ProjectPaths(HOME, HOME), new Configuration())
        .run(calm.resolve("run").toString(), new PrintWriter(System.out, true));
  }

  private void assertSameAsUndisturbed() throws IOException {
    LoopTest.assertSameBits(model(directory), model(calm));
  }

  private List<String> arguments(Path run) {
    return Stream.concat(
            Stream.of(
                "train",
                "--config",
                HOME.resolve("conf/letter.yaml").toString(),
                "--out",
                run.toString()),
            settings(directory).stream().flatMap(value -> Stream.of("--set", value)))
        .toList();
  }

  private CompletableFuture<Integer> submit(ClusterSubmission submission, Path run) {
    return submit(submission, arguments(run), ProcessBuilder.Redirect.INHERIT);
  }

  private static CompletableFuture<Integer> submit(
      ClusterSubmission submission, List<String> arguments, ProcessBuilder.Redirect output) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return submission.run("org.filbert.jobs.cli.Filbert", arguments, output);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static List<String> settings(Path in) {
    String letters = HOME.resolve("data/letter-recognition.csv.gz").toString();
    return List.of(
        "data.train.path=" + letters,
        "data.test.path=" + letters,
        "data.train.rows=1-4000",
        "data.test.rows=15001-16000",
        "solver.blockSize=200",
        "solver.epochs=60",
        "parallelism=2",
        "backend.threads=1",
        "cache.memory=0",
        "checkpoint.interval=300ms",
        "store=" + in.resolve("store"));
  }

  private static TrainedModel model(Path in) throws IOException {
    ModelStore models =
        ModelStore.open(new org.apache.flink.core.fs.Path(in.resolve("store").toString()));
    return models.load(models.latest("letter"));
  }

  private interface Condition {
    boolean holds() throws IOException;
  }

  private static void until(CompletableFuture<Integer> exit, Condition condition)
      throws IOException, InterruptedException, ExecutionException {
    while (!condition.holds()) {
      try {
        int code = exit.get(100, TimeUnit.MILLISECONDS);
        throw new AssertionError("the run ended before its time, exit code " + code);
      } catch (TimeoutException e) {
        continue; // the run goes on
      }
    }
  }

  private static int checkpoints(Path run) throws IOException {
    Path checkpoints = run.resolve("checkpoints");
    if (!Files.isDirectory(checkpoints) || !Files.exists(run.resolve("progress.json"))) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(checkpoints)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("chk-"))
          .mapToInt(name -> Integer.parseInt(name.substring(4)))
          .max()
          .orElse(0);
    } catch (java.io.UncheckedIOException e) {
      return 0;
    }
  }
}
