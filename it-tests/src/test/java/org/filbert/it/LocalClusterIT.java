package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.filbert.jobs.cluster.ClusterOverview;
import org.filbert.jobs.cluster.ClusterSubmission;
import org.filbert.jobs.cluster.Installation;
import org.filbert.jobs.cluster.LocalCluster;
import org.filbert.jobs.cluster.LocalClusterOptions;
import org.filbert.jobs.config.yaml.ByteSize;
import org.filbert.jobs.process.ClusterException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalClusterIT {
  private static final Installation INSTALLATION =
      new Installation(Path.of("..").toAbsolutePath().normalize());
  private static final String PROGRAM = "org.filbert.jobs.cli.Filbert";

  @TempDir Path directory;

  private LocalClusterOptions options(int taskManagers, Map<String, String> settings) {
    return options(taskManagers, settings, Duration.ofSeconds(90));
  }

  private LocalClusterOptions options(
      int taskManagers, Map<String, String> settings, Duration timeout) {
    return new LocalClusterOptions(
        directory.resolve("cluster"),
        taskManagers,
        2,
        0,
        ByteSize.ofMebibytes(768),
        ByteSize.ofMebibytes(1024),
        settings,
        timeout);
  }

  @Test
  void startsRunsProgramsLosesATaskManagerAndStops() throws Exception {
    LocalClusterOptions options = options(2, Map.of());
    Path temporary = options.directory().resolve("tmp");
    Path left = Files.createDirectories(temporary.resolve("left-by-a-killed-process"));
    List<ProcessHandle> processes;
    try (LocalCluster cluster = LocalCluster.start(options, INSTALLATION)) {
      processes = cluster.processes();
      assertThat(processes)
          .hasSize(3)
          .allSatisfy(
              process ->
                  assertThat(process.info().arguments().orElseThrow())
                      .contains("-Djava.io.tmpdir=" + temporary));
      assertThat(left).doesNotExist();
      assertThat(ClusterOverview.of(cluster.rest())).contains(new ClusterOverview(2, 4, 4, 0));
      assertThatThrownBy(() -> LocalCluster.start(options, INSTALLATION))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("already runs at " + cluster.rest());

      runsTheProgramInTheJobJar(cluster);

      ProcessHandle killed = cluster.taskManagers().get(0);
      killed.destroyForcibly();
      killed.onExit().get();
      LocalCluster found = LocalCluster.find(options.directory()).orElseThrow();
      assertThat(found.taskManagers()).hasSize(1).doesNotContain(killed);
      assertThat(found.dead())
          .containsExactly(Map.entry("taskmanager-1", found.logs().resolve("taskmanager-1.log")));

      try (LocalCluster whole = found.add(1, INSTALLATION, Duration.ofSeconds(90))) {
        assertThat(whole.dead()).isEmpty();
        assertThat(whole.taskManagers()).hasSize(2);
        assertThat(whole.logs().resolve("taskmanager-3.log")).exists();
        processes = Stream.concat(processes.stream(), whole.processes().stream()).toList();
      }
    }
    assertThat(processes).noneMatch(ProcessHandle::isAlive);
    assertThat(LocalCluster.find(options.directory())).isEmpty();
  }

  private void runsTheProgramInTheJobJar(LocalCluster cluster)
      throws IOException, InterruptedException {
    Path output = directory.resolve("output");
    ClusterSubmission submission = new ClusterSubmission(cluster, INSTALLATION);
    ProcessBuilder.Redirect redirect = ProcessBuilder.Redirect.appendTo(output.toFile());
    String config = INSTALLATION.home().resolve("conf/letter.yaml").toString();

    assertThat(submission.run(PROGRAM, List.of("config", config), redirect)).isZero();
    assertThat(output).content().contains("name: letter");
    assertThat(submission.run(PROGRAM, List.of("config", "absent.yaml"), redirect)).isEqualTo(2);
    assertThat(output)
        .content()
        .contains("error: absent.yaml: no such file")
        .doesNotContain("\tat ");
  }

  @Test
  void saysWhyItDoesNotComeUpAndLeavesNothingRunning() {
    assertThatThrownBy(
            () ->
                LocalCluster.start(
                    options(1, Map.of("taskmanager.memory.task.off-heap.size", "4g")),
                    INSTALLATION))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("Flink refuses its configuration")
        .hasMessageContaining("Task Off-Heap Memory (4.000gb")
        .hasMessageNotContaining("\tat ");
    assertThatThrownBy(
            () ->
                LocalCluster.start(
                    options(1, Map.of("high-availability.type", "absent")), INSTALLATION))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("a process of the cluster ended at once; the end of ")
        .hasMessageContaining("absent");
    assertThatThrownBy(() -> LocalCluster.start(options(1, Map.of(), Duration.ZERO), INSTALLATION))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("0 of 1 TaskManagers and 0 of 2 slots registered within 0 ms");
    Path marked = directory.resolve("cluster");
    assertThat(ProcessHandle.allProcesses())
        .noneMatch(process -> process.info().commandLine().orElse("").contains(marked.toString()));
    assertThat(Files.exists(marked.resolve("state.json"))).isFalse();
  }
}
