package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
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
    LocalClusterOptions options =
        new LocalClusterOptions(
            directory.resolve("cluster"),
            1,
            2,
            0,
            ByteSize.ofMebibytes(768),
            ByteSize.ofMebibytes(1536),
            Map.of(),
            Duration.ofSeconds(90));
    Path run = directory.resolve("run");
    try (LocalCluster cluster = LocalCluster.start(options, INSTALLATION)) {
      String said = flinkRun(cluster, "solver.epochs=2", "data.train.rows=1-2000");
      assertThat(said).contains("runs detached; its files are in " + run);
      while (!Files.exists(run.resolve("summary.json"))) {
        assertThat(run.resolve("failure.json")).doesNotExist();
        LockSupport.parkNanos(10_000_000);
      }
      assertThat(flinkRun(cluster, "objective.ridge=[0.1, 1]", "data.validationFraction=0.2"))
          .contains("run it attached, without -d")
          .doesNotContain("\tat ");
    }
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
