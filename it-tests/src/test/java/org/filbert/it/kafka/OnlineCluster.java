package org.filbert.it.kafka;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.filbert.jobs.cluster.ClusterSubmission;
import org.filbert.jobs.cluster.LocalCluster;

/** A cluster of processes that runs one stream at a time. */
record OnlineCluster(LocalCluster cluster) {
  private static final Pattern RUNNING =
      Pattern.compile("\"jid\":\"([0-9a-f]{32})\"[^}]*\"state\":\"RUNNING\"");

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

  void cancel() throws Exception {
    URI job = cluster.rest().resolve("/jobs/" + runningJob() + "?mode=cancel");
    HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(job)
                .method("PATCH", HttpRequest.BodyPublishers.noBody())
                .build(),
            HttpResponse.BodyHandlers.discarding());
  }

  /** Id of the only job, once it runs, and once there is a JobManager that knows. */
  String runningJob() throws Exception {
    while (true) {
      try {
        Matcher running = RUNNING.matcher(ask("/jobs/overview"));
        if (running.find()) {
          return running.group(1);
        }
      } catch (ConnectException e) {
        // it is being started again
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  String ask(String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(cluster.rest().resolve(path)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
