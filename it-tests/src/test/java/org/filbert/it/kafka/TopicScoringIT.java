package org.filbert.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.filbert.jobs.cluster.ClusterSubmission;
import org.filbert.jobs.cluster.LocalCluster;
import org.filbert.jobs.cluster.LocalClusterOptions;
import org.filbert.jobs.config.yaml.ByteSize;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Predictions from topic to topic on a cluster of processes that loses its only TaskManager. */
@Timeout(600)
@Tag("ci")
class TopicScoringIT {
  private static final String NAME = "machine";

  @RegisterExtension static final KafkaBroker BROKER = new KafkaBroker();

  @TempDir Path directory;

  @Test
  void theUserReadsWhatTheRunWaitsForAndThatItGoesOn() throws Exception {
    BROKER.createTopics(1, NAME + "-in", NAME + "-out", NAME + "-dead");
    ScoredLetters letters = new ScoredLetters(BROKER);
    ScoredLetters.store(directory).publish("letters", "first", Instant.EPOCH, letters.model());
    Path output = directory.resolve("output");
    try (LocalCluster cluster = LocalCluster.start(options(), KafkaBroker.INSTALLATION)) {
      CompletableFuture<Integer> exit = submit(cluster, output);
      letters.send(NAME, 1);
      BROKER.await(NAME + "-out", records -> records.size() >= ScoredLetters.HALF / 2);
      ProcessHandle only = cluster.taskManagers().get(0);
      only.destroyForcibly();
      only.onExit().get();
      letters.send(NAME, 2);
      await(exit, output, "waiting for slots: the run needs 2, the cluster has 0");
      try (LocalCluster whole = cluster.add(1, KafkaBroker.INSTALLATION, Duration.ofSeconds(120))) {
        await(exit, output, "the run goes on, after ");
        BROKER.await(NAME + "-out", records -> records.size() >= 2 * ScoredLetters.HALF);
        BROKER.await(NAME + "-dead", records -> records.size() >= 2);
        assertThat(whole.dead()).isEmpty();
        OnlineCluster jobs = new OnlineCluster(whole);
        jobs.cancel();
        assertThat(exit.get()).isPositive();
      }
    }
    assertThat(Files.readAllLines(output))
        .filteredOn(line -> line.startsWith("the run ") || line.startsWith("waiting "))
        .hasSize(3)
        .satisfies(
            lines -> {
              assertThat(lines.get(0))
                  .startsWith("the run failed and goes on from its last checkpoint: ");
              assertThat(lines.get(1))
                  .contains("; it waits for 5 h at most (--restart-wait); './filbert cluster add'");
            });
    assertThat(directory.resolve("run/incidents.jsonl")).content().contains("waiting for slots");
    assertThat(letters.assertAnsweredOnce(NAME)).containsOnly(1);
  }

  private LocalClusterOptions options() {
    return new LocalClusterOptions(
        directory.resolve("cluster"),
        1,
        2,
        0,
        ByteSize.ofMebibytes(768),
        ByteSize.ofMebibytes(1536),
        Map.of("heartbeat.interval", "500", "heartbeat.timeout", "10000"),
        Duration.ofSeconds(180));
  }

  private CompletableFuture<Integer> submit(LocalCluster cluster, Path output) {
    List<String> arguments =
        List.of(
            "predict",
            "--model",
            "letters",
            "--store",
            directory.resolve("store").toString(),
            "--topic",
            NAME + "-in",
            NAME + "-out",
            "--dead-letters",
            NAME + "-dead",
            "--bootstrap-servers",
            BROKER.address(),
            "--format",
            "{type: csv, label: \"1\"}",
            "--scores",
            "--parallelism",
            "2",
            "--checkpoint-interval",
            "200ms",
            "--restart-wait",
            "5h",
            "--out",
            directory.resolve("run").toString());
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return new ClusterSubmission(cluster, KafkaBroker.INSTALLATION)
                .run(
                    "org.filbert.jobs.cli.Filbert",
                    arguments,
                    ProcessBuilder.Redirect.appendTo(output.toFile()));
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static void await(CompletableFuture<Integer> exit, Path output, String text)
      throws IOException, InterruptedException {
    while (!Files.readString(output).contains(text)) {
      assertThat(exit).as(Files.readString(output)).isNotDone();
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }
}
