package org.filbert.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.filbert.jobs.cluster.LocalCluster;
import org.filbert.jobs.cluster.LocalClusterOptions;
import org.filbert.jobs.config.yaml.ByteSize;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Learning from a topic on a cluster of processes, one of which dies in mid-stream. */
@Timeout(900)
@Tag("ci")
class OnlineKafkaIT {
  @RegisterExtension static final KafkaBroker BROKER = new KafkaBroker();

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
      OnlineCluster online = new OnlineCluster(cluster);
      LetterTopics calm = new LetterTopics(BROKER, "calm", directory);
      CompletableFuture<Integer> calmRun = online.submit(calm.run(), calm.settings());
      calm.sendHalf(1);
      calm.sendHalf(2);
      calm.awaitHalves(2);
      online.cancel();
      calmRun.get();

      LetterTopics disturbed = new LetterTopics(BROKER, "disturbed", directory);
      CompletableFuture<Integer> disturbedRun =
          online.submit(disturbed.run(), disturbed.settings());
      disturbed.sendHalf(1);
      disturbed.awaitHalves(1);
      disturbed.sendHalf(2);
      ProcessHandle victim = cluster.taskManagers().get(0);
      victim.destroyForcibly();
      victim.onExit().get();
      disturbed.awaitHalves(2);
      assertThat(online.jobs().ask("/jobs/" + online.jobs().running() + "/exceptions"))
          .contains("\"exceptionName\"");
      online.cancel();
      disturbedRun.get();

      assertThat(cluster.taskManagers()).hasSize(1);
      assertThat(disturbed.predictions()).isEqualTo(calm.predictions());
      assertThat(disturbed.deadLetters()).isEqualTo(calm.deadLetters());
      assertThat(disturbed.curve()).isEqualTo(calm.curve()).hasSize(8);
    }
  }
}
