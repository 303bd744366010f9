package org.filbert.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.filbert.jobs.cluster.ClusterSubmission;
import org.filbert.jobs.cluster.LocalCluster;
import org.filbert.jobs.cluster.LocalClusterOptions;
import org.filbert.jobs.config.ByteSize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Learning from a topic on a cluster of processes, one of which dies in mid-stream. */
@Timeout(900)
class OnlineKafkaIT {
  @RegisterExtension static final KafkaBroker BROKER = new KafkaBroker();

  private static final Pattern RUNNING =
      Pattern.compile("\"jid\":\"([0-9a-f]{32})\"[^}]*\"state\":\"RUNNING\"");

  @TempDir Path directory;

  @Test
  void aKilledTaskManagerLosesNothingAndDoublesNothing() throws Exception {
    LocalClusterOptions options =
        new LocalClusterOptions(
            directory.resolve("cluster"),
            2,
            4,
            0,
            ByteSize.ofMebibytes(768),
            ByteSize.ofMebibytes(1536),
            Map.of(
                "heartbeat.interval", "500",
                "heartbeat.timeout", "10000",
                "taskmanager.load-balance.mode", "SLOTS"),
            Duration.ofSeconds(180));
    try (LocalCluster cluster = LocalCluster.start(options, KafkaBroker.INSTALLATION)) {
      LetterTopics calm = new LetterTopics(BROKER, "calm", directory);
      CompletableFuture<Integer> calmRun = submit(cluster, calm);
      calm.sendHalf(1);
      calm.sendHalf(2);
      calm.awaitHalves(2);
      cancel(cluster);
      calmRun.get();

      LetterTopics disturbed = new LetterTopics(BROKER, "disturbed", directory);
      CompletableFuture<Integer> disturbedRun = submit(cluster, disturbed);
      disturbed.sendHalf(1);
      disturbed.awaitHalves(1);
      disturbed.sendHalf(2);
      ProcessHandle victim = cluster.taskManagers().get(0);
      victim.destroyForcibly();
      victim.onExit().get();
      disturbed.awaitHalves(2);
      assertThat(ask(cluster, "/jobs/" + runningJob(cluster) + "/exceptions"))
          .contains("\"exceptionName\"");
      cancel(cluster);
      disturbedRun.get();

      assertThat(cluster.taskManagers()).hasSize(1);
      assertThat(disturbed.predictions()).isEqualTo(calm.predictions());
      assertThat(disturbed.deadLetters()).isEqualTo(calm.deadLetters());
      assertThat(disturbed.curve()).isEqualTo(calm.curve()).hasSize(8);
    }
  }

  private static CompletableFuture<Integer> submit(LocalCluster cluster, LetterTopics topics) {
    List<String> arguments =
        Stream.concat(
                Stream.of(
                    "train-online",
                    "--config",
                    LetterTopics.CONFIG.toString(),
                    "--out",
                    topics.run().toString()),
                topics.settings().stream().flatMap(setting -> Stream.of("--set", setting)))
            .toList();
    ClusterSubmission submission = new ClusterSubmission(cluster, KafkaBroker.INSTALLATION);
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return submission.run(
                "org.filbert.jobs.cli.Filbert", arguments, ProcessBuilder.Redirect.INHERIT);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static void cancel(LocalCluster cluster) throws Exception {
    URI job = cluster.rest().resolve("/jobs/" + runningJob(cluster) + "?mode=cancel");
    HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(job)
                .method("PATCH", HttpRequest.BodyPublishers.noBody())
                .build(),
            HttpResponse.BodyHandlers.discarding());
  }

  /** Id of the only job that runs. */
  private static String runningJob(LocalCluster cluster) throws Exception {
    String jobs = ask(cluster, "/jobs/overview");
    Matcher running = RUNNING.matcher(jobs);
    assertThat(running.find()).as(jobs).isTrue();
    return running.group(1);
  }

  private static String ask(LocalCluster cluster, String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(cluster.rest().resolve(path)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
