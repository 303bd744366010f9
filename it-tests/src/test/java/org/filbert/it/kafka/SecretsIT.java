package org.filbert.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.it.ClusterJobs;
import org.filbert.it.kafka.TopicAccess.Message;
import org.filbert.jobs.cluster.ClusterSubmission;
import org.filbert.jobs.cluster.LocalCluster;
import org.filbert.jobs.cluster.LocalClusterOptions;
import org.filbert.jobs.config.yaml.ByteSize;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A run on a cluster of processes with passwords on the command line: who can find them where. */
@Timeout(600)
@Tag("ci")
class SecretsIT {
  @RegisterExtension static final SecuredBroker BROKER = new SecuredBroker();

  private static final String[] SECRETS = {SecuredBroker.PASSWORD, SecuredBroker.STORE_PASSWORD};
  private static final int ROWS = 40;
  private static final Pattern VERTEX = Pattern.compile("\"id\":\"([0-9a-f]{32})\",\"slotSharing");
  private static final Pattern TASK_MANAGER = Pattern.compile("\"id\":\"(taskmanager-[^\"]+)\"");

  @TempDir Path directory;

  private Path configuration() throws IOException {
    return Files.writeString(
        directory.resolve("secret.yaml"),
        """
        name: secret
        parallelism: 2
        task: classification
        input:
          kafka:
            bootstrapServers: %s
            topic: secret-rows
            record: {type: csv, label: "1"}
        output: {kafka: {predictions: secret-scored, deadLetters: secret-rejected}}
        rows: {features: 2, classes: [left, right]}
        kernel: {type: gaussian, sigma: 1}
        learner: {blockSize: 8, step: {type: constant, gamma: 1}}
        batch: {size: 10, maxDelay: 1h}
        progressive: {every: 10, growth: fixed}
        snapshots: {every: 20}
        checkpoint: {interval: 100ms}
        store: %s
        """
            .formatted(BROKER.securedAddress(), directory.resolve("store")));
  }

  /**
   * The command of the run.
   *
   * @param run option that says whether it begins or goes on
   */
  private List<String> arguments(String run) throws IOException {
    String properties =
        BROKER.clientProperties().entrySet().stream()
            .map(property -> property.getKey() + ": '" + property.getValue() + "'")
            .collect(Collectors.joining(", ", "{", "}"));
    return List.of(
        "train-online",
        "--config",
        configuration().toString(),
        run,
        directory.resolve("run").toString(),
        "--set",
        "input.kafka.properties=" + properties);
  }

  @Test
  void passwordsAreNowhere() throws Exception {
    BROKER.createTopics(1, "secret-rows", "secret-scored", "secret-rejected");
    LocalClusterOptions options =
        new LocalClusterOptions(
            directory.resolve("cluster"),
            1,
            4,
            0,
            ByteSize.ofMebibytes(768),
            ByteSize.ofMebibytes(1536),
            Map.of(),
            Duration.ofSeconds(180));
    try (LocalCluster cluster = LocalCluster.start(options, KafkaBroker.INSTALLATION)) {
      run(cluster, "--out", ROWS);
      run(cluster, "--resume", 2 * ROWS);
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(options.directory())))
        .isEqualTo("rwx------");
    Map<String, String> files = Contents.below(directory);
    assertThat(files.keySet())
        .anyMatch(name -> name.endsWith("jobmanager.log"))
        .anyMatch(name -> name.endsWith("taskmanager-1.log"))
        .anyMatch(name -> name.endsWith("run/config.yaml"))
        .anyMatch(name -> name.endsWith("run/report.html"))
        .anyMatch(name -> name.endsWith("manifest.json"))
        .anyMatch(name -> name.endsWith("client"));
    assertThat(files).allSatisfy(SecretsIT::assertNoSecret);
    assertThat(files.get(directory.resolve("run/config.yaml").toString())).contains("(hidden)");
  }

  /** Lets the run go on until so many rows are scored, and cancels it. */
  private void run(LocalCluster cluster, String option, int scored) throws Exception {
    CompletableFuture<Integer> run = submit(cluster, option);
    BROKER.send("secret-rows", rows());
    BROKER.await("secret-scored", records -> records.size() >= scored);
    assertThat(processes()).hasSizeGreaterThanOrEqualTo(10).allSatisfy(SecretsIT::assertNoSecret);
    assertThat(processes().values()) // it is those of the run that were searched
        .anyMatch(text -> text.contains("CliFrontend") && text.contains("train-online"))
        .anyMatch(text -> text.contains("TaskManagerRunner"))
        .anyMatch(text -> text.contains("StandaloneSessionClusterEntrypoint"));
    ClusterJobs jobs = new ClusterJobs(cluster.rest());
    String job = jobs.running();
    Map<String, String> said = answers(jobs, job);
    jobs.cancel(job);
    run.get();
    said.putAll(answers(jobs, job));
    assertThat(said).hasSizeGreaterThan(30).allSatisfy(SecretsIT::assertNoSecret);
  }

  /** In words that do not tell the secret either. */
  private static void assertNoSecret(String where, String text) {
    for (int i = 0; i < SECRETS.length; i++) {
      assertThat(text.contains(SECRETS[i])).as("secret %d in %s", i, where).isFalse();
    }
  }

  private static List<Message> rows() {
    return IntStream.range(0, ROWS)
        .mapToObj(i -> Message.of("row" + i, (i % 2 == 0 ? "left,0," : "right,1,") + i))
        .toList();
  }

  private CompletableFuture<Integer> submit(LocalCluster cluster, String option)
      throws IOException {
    List<String> arguments = arguments(option);
    ClusterSubmission submission = new ClusterSubmission(cluster, KafkaBroker.INSTALLATION);
    ProcessBuilder.Redirect output =
        ProcessBuilder.Redirect.appendTo(directory.resolve("client").toFile());
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return submission.run("org.filbert.jobs.cli.Filbert", arguments, output);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  /**
   * Arguments and environment of this process and of all that it started: broker, cluster, client.
   */
  private static Map<String, String> processes() {
    Map<String, String> found = new TreeMap<>();
    ProcessHandle self = ProcessHandle.current();
    Stream.concat(Stream.of(self), self.descendants())
        .flatMap(
            process ->
                Stream.of("cmdline", "environ")
                    .map(file -> Path.of("/proc", "" + process.pid(), file)))
        .forEach(
            file -> {
              try {
                found.put(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
              } catch (IOException e) {
                // It has ended.
              }
            });
    return found;
  }

  /** All that the REST interface says of the cluster and a job. */
  private static Map<String, String> answers(ClusterJobs jobs, String job) throws Exception {
    Map<String, String> said = new TreeMap<>();
    ask(jobs, "/jobs/overview", said);
    String taskManager = find(TASK_MANAGER, ask(jobs, "/taskmanagers", said));
    String vertex = find(VERTEX, ask(jobs, "/jobs/" + job, said));
    for (String path : List.of("overview", "config", "jars", "datasets", "jobs", "jobs/metrics")) {
      ask(jobs, "/" + path, said);
    }
    for (String path :
        List.of("config", "environment", "log", "stdout", "logs", "metrics", "thread-dump")) {
      ask(jobs, "/jobmanager/" + path, said);
      ask(jobs, "/taskmanagers/" + taskManager + "/" + path, said);
    }
    for (String path :
        List.of(
            "config",
            "plan",
            "exceptions",
            "accumulators",
            "checkpoints",
            "checkpoints/config",
            "metrics",
            "jobmanager/config",
            "jobmanager/environment",
            "resource-requirements")) {
      ask(jobs, "/jobs/" + job + "/" + path, said);
    }
    for (String path :
        List.of(
            "", "/accumulators", "/metrics", "/subtasktimes", "/taskmanagers", "/backpressure")) {
      ask(jobs, "/jobs/" + job + "/vertices/" + vertex + path, said);
    }
    return said;
  }

  private static String ask(ClusterJobs jobs, String path, Map<String, String> said)
      throws Exception {
    String answer = jobs.ask(path);
    said.put(path, answer);
    return answer;
  }

  private static String find(Pattern pattern, String answer) {
    Matcher matcher = pattern.matcher(answer);
    assertThat(matcher.find()).as(answer).isTrue();
    return matcher.group(1);
  }
}
