package org.filbert.it.kafka;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.filbert.it.ClusterJobs;
import org.filbert.jobs.cluster.ClusterSubmission;
import org.filbert.jobs.cluster.LocalCluster;

/** A cluster of processes that runs one stream at a time. */
record OnlineCluster(LocalCluster cluster) {
  /** Starts a run; the exit code of its client. */
  CompletableFuture<Integer> submit(Path run, List<String> settings) {
    List<String> arguments =
        Stream.concat(
                Stream.of(
                    "train-online",
                    "--config",
                    LetterTopics.CONFIG.toString(),
                    "--out",
                    run.toString()),
                settings.stream().flatMap(setting -> Stream.of("--set", setting)))
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

  ClusterJobs jobs() {
    return new ClusterJobs(cluster.rest());
  }

  void cancel() throws Exception {
    jobs().cancel(jobs().running());
  }
}
