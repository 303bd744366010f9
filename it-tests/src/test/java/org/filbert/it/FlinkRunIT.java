package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.filbert.jobs.cluster.Installation;
import org.filbert.jobs.cluster.LocalCluster;
import org.filbert.jobs.cluster.LocalClusterOptions;
import org.filbert.jobs.config.yaml.ByteSize;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flink's own client, called from a directory that is not the project's. */
@Tag("ci")
class FlinkRunIT {
  private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

  private static final Installation INSTALLATION = new Installation(HOME);

  @TempDir Path directory;

  @Test
  void aDetachedRunGoesOnWithoutItsClient() throws Exception {
    Path run = directory.resolve("run");
    try (LocalCluster cluster = LocalCluster.start(options(Map.of()), INSTALLATION)) {
      String said = flinkRun(cluster, "solver.epochs=2", "data.train.rows=1-2000");
      assertThat(said).contains("runs detached; its files are in " + run);
      awaitSummary(run);
      assertThat(flinkRun(cluster, "objective.ridge=[0.1, 1]", "data.validationFraction=0.2"))
          .contains("run it attached, without -d")
          .doesNotContain("\tat ");
    }
  }

  /** The run may fail once. More attempts have no slots, under a limit that Flink sets for them. */
  @Test
  void aDetachedRunWaitsForSlotsWithoutItsClient() throws Exception {
    Path run = directory.resolve("run");
    Map<String, String> settings =
        Map.of(
            "slot.request.timeout", "1 s",
            "heartbeat.interval", "500",
            "heartbeat.timeout", "10000");
    try (LocalCluster cluster = LocalCluster.start(options(settings), INSTALLATION)) {
      flinkRun(
          cluster,
          "solver.epochs=40",
          "solver.blockSize=200",
          "data.train.rows=1-4000",
          "backend.threads=1",
          "cache.memory=0",
          "checkpoint={interval: 300ms, restarts: 1}");
      ClusterJobs jobs = new ClusterJobs(cluster.rest());
      String job = jobs.running();
      while (Injection.newestCheckpoint(run.resolve("checkpoints")) < 2) {
        assertThat(run.resolve("summary.json")).doesNotExist();
        LockSupport.parkNanos(10_000_000);
      }
      ProcessHandle only = cluster.taskManagers().get(0);
      only.destroyForcibly();
      only.onExit().get();
      while (restarts(jobs, job) < 4) {
        LockSupport.parkNanos(100_000_000);
      }
      try (LocalCluster whole = cluster.add(1, INSTALLATION, Duration.ofSeconds(90))) {
        awaitSummary(run);
        assertThat(whole.dead()).isEmpty();
      }
    }
  }

  /** How often the job has been started again, with slots or without. */
  private static int restarts(ClusterJobs jobs, String job) throws Exception {
    String metric = jobs.ask("/jobs/" + job + "/metrics?get=numRestarts");
    Matcher value = Pattern.compile("\"value\":\"([0-9]+)\"").matcher(metric);
    return value.find() ? Integer.parseInt(value.group(1)) : 0;
  }

  private static void awaitSummary(Path run) {
    while (!Files.exists(run.resolve("summary.json"))) {
      assertThat(run.resolve("failure.json")).doesNotExist();
      LockSupport.parkNanos(10_000_000);
    }
  }

  private LocalClusterOptions options(Map<String, String> settings) {
    return new LocalClusterOptions(
        directory.resolve("cluster"),
        1,
        2,
        0,
        ByteSize.ofMebibytes(768),
        ByteSize.ofMebibytes(1536),
        settings,
        Duration.ofSeconds(90));
  }

  /** The output of a client that trains detached. The relative paths are the project's. */
  private String flinkRun(LocalCluster cluster, String... values) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ChildRun.OPENED);
    command.addAll(
        List.of(
            "-cp",
            String.join(":", INSTALLATION.libraries().stream().map(each -> each + "/*").toList()),
            "org.apache.flink.client.cli.CliFrontend",
            "run",
            "-d",
            "-m",
            cluster.rest().getHost() + ":" + cluster.rest().getPort(),
            "-c",
            "org.filbert.jobs.cli.Filbert",
            INSTALLATION.jobJar().toString(),
            "train",
            "--config",
            "conf/letter.yaml",
            "--out",
            "run"));
    for (String value : values) {
      command.addAll(List.of("--set", value));
    }
    command.addAll(List.of("--set", "store=models", "--set", "parallelism=2"));
    Path log = directory.resolve("client.log");
    ProcessBuilder client =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    client.environment().put("FLINK_CONF_DIR", cluster.configuration().toString());
    client.start().waitFor();
    return Files.readString(log);
  }
}
