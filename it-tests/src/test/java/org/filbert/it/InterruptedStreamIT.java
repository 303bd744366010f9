package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.filbert.jobs.cli.Filbert;
import org.filbert.jobs.cluster.ClusterOverview;
import org.filbert.jobs.cluster.Installation;
import org.filbert.jobs.cluster.LocalCluster;
import org.filbert.jobs.cluster.LocalClusterOptions;
import org.filbert.jobs.config.yaml.ByteSize;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C on the command that follows a stream on a cluster of processes. */
@Tag("ci")
class InterruptedStreamIT {
  private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

  @TempDir Path directory;

  @Test
  void stopsTheJobWithASavepointFromWhichItGoesOn() throws Exception {
    Path run = directory.resolve("run");
    Path place = directory.resolve("cluster");
    LocalClusterOptions options =
        new LocalClusterOptions(
            place,
            1,
            2,
            0,
            ByteSize.ofMebibytes(768),
            ByteSize.ofMebibytes(1536),
            Map.of(),
            Duration.ofSeconds(90));
    try (LocalCluster cluster = LocalCluster.start(options, new Installation(HOME))) {
      String first = interrupted("--out", run, 2, "first.log");
      assertThat(first)
          .contains("interrupted: stopping the job with a savepoint")
          .contains("go on with: ./filbert train-online --resume " + run)
          .doesNotContain("\tat ", "no savepoint was made", "error:");
      assertThat(savepoints(run)).hasSize(1);
      assertThat(ClusterOverview.of(cluster.rest())).contains(new ClusterOverview(1, 2, 2, 0));

      assertThat(interrupted("--resume", run, 1, "second.log"))
          .contains("parallelism is 1, was 2: the predictions are the same up to the order")
          .doesNotContain("\tat ", "error:");
      assertThat(ClusterOverview.of(cluster.rest())).contains(new ClusterOverview(1, 2, 2, 0));
    }
  }

  /** The output of a command that is interrupted after it has made two checkpoints. */
  private String interrupted(String option, Path run, int workers, String log) throws Exception {
    List<String> arguments = new ArrayList<>(ChildRun.OPENED);
    arguments.add("-Dfilbert.home=" + HOME);
    arguments.addAll(ChildRun.program(Filbert.class));
    arguments.addAll(
        List.of(
            "train-online",
            "--config",
            HOME.resolve("conf/letter-doubly-stochastic-online.yaml").toString(),
            "--cluster-directory",
            directory.resolve("cluster").toString(),
            option,
            run.toString()));
    for (String value :
        List.of(
            "input.file.path=" + HOME.resolve("data/letter-recognition.csv.gz"),
            "input.file.passes=1000000",
            "parallelism=" + workers,
            "checkpoint.interval=300ms",
            "store=" + directory.resolve("models"))) {
      arguments.addAll(List.of("--set", value));
    }
    Path checkpoints = run.resolve("checkpoints");
    long before = Files.exists(checkpoints) ? Injection.newestCheckpoint(checkpoints) : 0;
    try (ChildRun child = ChildRun.java(List.of(), arguments, directory.resolve(log))) {
      child.awaitCheckpoint(checkpoints, before + 2);
      child.process().destroy();
      child.process().waitFor();
      return ChildRun.said(child.log());
    }
  }

  private static List<Path> savepoints(Path run) throws Exception {
    try (Stream<Path> found = Files.list(run.resolve("savepoints"))) {
      return found.filter(each -> Files.exists(each.resolve("_metadata"))).toList();
    }
  }
}
