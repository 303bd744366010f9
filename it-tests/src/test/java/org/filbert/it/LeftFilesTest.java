package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.filbert.jobs.cluster.Installation;
import org.filbert.jobs.kafka.LocalBroker;
import org.filbert.jobs.kafka.LocalBrokerOptions;
import org.filbert.jobs.kafka.Topics;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Temporary files of commands that run Flink in their process, however they end. */
@Tag("ci")
class LeftFilesTest {
  @TempDir Path directory;

  private TinyData data;
  private Path temporary;

  @BeforeEach
  void prepare() throws IOException {
    data = SmallRun.in(directory);
    data.train().assertDone();
    data.write("many.csv", TinyData.rows(200_000, 3));
    temporary = Files.createDirectories(directory.resolve("tmp"));
  }

  private ChildRun start(List<String> command) throws IOException {
    return ChildRun.start(command, directory.resolve("log"));
  }

  private List<String> train(String run) {
    return List.of(
        "train",
        data.path("tiny.yaml"),
        "--out",
        data.path(run),
        "--set",
        "solver.epochs=1000000",
        "--set",
        "checkpoint.interval=50ms");
  }

  private List<String> score(String command, String input, String... more) {
    return Stream.concat(
            Stream.of(
                command,
                "--store",
                data.path("store"),
                "--model",
                "tiny",
                "--input",
                data.path(input)),
            Stream.of(more))
        .toList();
  }

  private List<Path> left() throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.filter(file -> !file.getFileName().toString().startsWith("hsperf")).toList();
    }
  }

  /** The temporary directory of a command, once Flink has its own in it: the only one then. */
  private Path awaitFlink(ChildRun child, List<Path> before) throws IOException {
    while (true) {
      for (Path each : left().stream().filter(path -> !before.contains(path)).toList()) {
        try (Stream<Path> inside = Files.list(each)) {
          if (inside.anyMatch(file -> file.getFileName().toString().startsWith("minicluster_"))) {
            assertThat(left()).as("those of killed commands are deleted").containsExactly(each);
            return each;
          }
        }
      }
      assertThat(child.process().isAlive()).as(ChildRun.said(child.log())).isTrue();
      LockSupport.parkNanos(1_000_000);
    }
  }

  private void kill(List<String> command) throws IOException {
    List<Path> before = left();
    Path left;
    try (ChildRun child = start(command)) {
      left = awaitFlink(child, before);
    }
    assertThat(left()).containsExactly(left);
    // As if a minute had passed, in which another process might not have locked it yet.
    Files.setLastModifiedTime(left, FileTime.from(Instant.now().minus(Duration.ofMinutes(2))));
  }

  @Test
  void thoseOfAKilledCommandGoWithTheNextOneWhichLeavesNone() throws Exception {
    TinyStream stream = TinyStream.in(Files.createDirectory(directory.resolve("stream")));
    kill(train("killed"));
    kill(
        List.of(
            "train-online",
            stream.config().toString(),
            "--out",
            stream.run("killed").toString(),
            "--set",
            "input.file.passes=100000"));
    kill(fit("fit"));
    kill(score("evaluate", "many.csv"));
    kill(score("predict", "many.csv", "--explain", "--output", data.path("killed.csv")));
    try (ChildRun child = start(score("predict", "test.csv", "--output", data.path("out.csv")))) {
      child.assertDone();
    }
    assertThat(left()).isEmpty();
  }

  @Test
  void anInterruptedCommandLeavesNone() throws Exception {
    interrupt(train("interrupted"));
    interrupt(fit("fitted"));
  }

  private void interrupt(List<String> command) throws Exception {
    try (ChildRun child = start(command)) {
      awaitFlink(child, List.of());
      child.process().destroy();
      child.process().waitFor();
      assertThat(ChildRun.said(child.log())).doesNotContain("error:");
    }
    assertThat(left()).as("%s", command).isEmpty();
  }

  private List<String> fit(String run) {
    return List.of("fit", data.path("train.csv"), "--label", "class", "--out", data.path(run));
  }

  @Test
  void thoseOfOneThatPredictsFromTopicToTopicGoWithTheNextOne() throws Exception {
    LocalBrokerOptions options =
        new LocalBrokerOptions(directory.resolve("kafka"), 0, Duration.ofSeconds(120));
    Installation home = new Installation(Path.of("..").toAbsolutePath().normalize());
    try (LocalBroker broker = LocalBroker.start(options, home);
        Topics topics = new Topics(broker.bootstrapServers())) {
      topics.create(List.of("rows", "scored"), 1);
      interrupt(scoreTopic("interrupted", broker));
      kill(scoreTopic("killed", broker));
    }
    try (ChildRun child = start(score("predict", "test.csv", "--output", data.path("out.csv")))) {
      child.assertDone();
    }
    assertThat(left()).isEmpty();
  }

  private List<String> scoreTopic(String run, LocalBroker broker) {
    return List.of(
        "predict",
        "--store",
        data.path("store"),
        "--model",
        "tiny",
        "--topic",
        "rows",
        "scored",
        "--format",
        "{type: csv, label: '1'}",
        "--bootstrap-servers",
        broker.bootstrapServers(),
        "--out",
        data.path(run));
  }

  @Test
  void commandsWithoutFlinkLeaveNone() throws Exception {
    for (List<String> command :
        List.of(
            List.of("models", "list", "--store", data.path("store")),
            List.of("models", "show", "tiny", "--store", data.path("store")),
            List.of("config", data.path("tiny.yaml")),
            List.of("kafka", "status"),
            List.of("cluster", "status"))) {
      try (ChildRun child = start(command)) {
        child.process().waitFor();
      }
      assertThat(left()).as("%s", command).isEmpty();
    }
  }
}
