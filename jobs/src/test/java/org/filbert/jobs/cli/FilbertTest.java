package org.filbert.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.util.SerializedThrowable;
import org.filbert.connectors.BadRecordException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import picocli.CommandLine;

@Isolated("system properties")
class FilbertTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir Path directory;

  private int run(String... args) {
    return Filbert.run(new PrintWriter(out), new PrintWriter(err), args);
  }

  private int report(Exception exception, boolean debug) {
    return new Failure(exception).report(new PrintWriter(err), debug);
  }

  @Test
  void printsTheResolvedConfiguration() {
    assertThat(run("config", "../conf/letter.yaml", "--set", "seed=5", "--set=solver.epochs=2"))
        .isZero();
    assertThat(out.toString()).contains("seed: 5\n", "epochs: 2\n", "interval: 60s\n");
    assertThat(err.toString()).isEmpty();
    assertThat(run("config", "--config", "../conf/letter.yaml")).isZero();
  }

  @Test
  void printsTheConfigurationOfAStream() {
    assertThat(run("config", "../conf/kafka-doubly-stochastic-online.yaml", "--set", "seed=5"))
        .isZero();
    assertThat(out.toString()).contains("seed: 5\n", "start: earliest\n", "growth: doubling\n");
    assertThat(run("config", "../conf/letter-doubly-stochastic-online.yaml", "--set", "input=null"))
        .isEqualTo(2);
    assertThat(err)
        .hasToString(
            "error: ../conf/letter-doubly-stochastic-online.yaml:3: lacks the key 'input'\n");
  }

  @Test
  void namesAUsersErrorInOneLine() {
    assertThat(run("config", "../conf/letter.yaml", "--set", "solver.blockSize=0")).isEqualTo(2);
    assertThat(err)
        .hasToString(
            "error: --set solver.blockSize=0: solver: blockSize is 0, must be at least 1\n");
    assertThat(run("config", "absent.yaml")).isEqualTo(2);
    assertThat(err.toString()).endsWith("error: absent.yaml: no such file\n");
  }

  @Test
  void addsTheStackTraceForDebugging() {
    assertThat(run("config", "absent.yaml", "--debug")).isEqualTo(2);
    assertThat(err.toString()).startsWith("error: absent.yaml: no such file\n").contains("\tat ");
  }

  @Test
  void refusesWrongUsage() {
    assertThat(run()).isEqualTo(2);
    assertThat(run("trian")).isEqualTo(2);
    assertThat(run("config")).isEqualTo(2);
    assertThat(run("config", "a.yaml", "--config", "b.yaml")).isEqualTo(2);
    assertThat(err.toString()).doesNotContain("\tat ").contains("Usage: filbert");
  }

  @Test
  void helpsWithEveryCommand() {
    for (List<String> command :
        List.of(
            List.<String>of(),
            List.of("config"),
            List.of("data"),
            List.of("data", "list"),
            List.of("data", "get"),
            List.of("data", "verify"),
            List.of("cluster"),
            List.of("cluster", "start"),
            List.of("cluster", "status"),
            List.of("cluster", "stop"),
            List.of("kafka"),
            List.of("kafka", "start"),
            List.of("kafka", "stop"),
            List.of("kafka", "topics", "create"),
            List.of("kafka", "produce"),
            List.of("kafka", "consume"))) {
      String[] args = Stream.concat(command.stream(), Stream.of("--help")).toArray(String[]::new);
      assertThat(run(args)).as(command.toString()).isZero();
    }
    assertThat(run("--version")).isZero();
    assertThat(out.toString()).contains("Usage: filbert cluster start", "filbert ");
  }

  @Test
  void givesExamplesForEveryCommandThatWouldBeUnderstood() {
    assertExamples(Filbert.commandLine(new Filbert()));
  }

  private static void assertExamples(CommandLine command) {
    CommandLine.Model.CommandSpec spec = command.getCommandSpec();
    if (spec.name().equals("generate-completion")) {
      return; // not ours
    }
    assertThat(spec.usageMessage().footer()).as(spec.qualifiedName()).isNotEmpty();
    for (String example : spec.usageMessage().footer()) {
      assertThat(example).startsWith("  filbert ");
      Filbert.commandLine(new Filbert()).parseArgs(words(example.strip().substring(8)));
    }
    command.getSubcommands().values().forEach(FilbertTest::assertExamples);
  }

  /** As a shell splits a line: what is in single quotes is one word. */
  private static String[] words(String line) {
    return Pattern.compile("'([^']*)'|(\\S+)")
        .matcher(line)
        .results()
        .map(word -> word.group(1) != null ? word.group(1) : word.group(2))
        .toArray(String[]::new);
  }

  @Test
  void completesCommandsInAShell() {
    assertThat(run("generate-completion")).isZero();
    assertThat(out.toString()).contains("complete -F _complete_filbert", "--cluster-directory");
  }

  @Test
  void refusesClusterOptionsThatCannotBe() {
    String state = directory.toString();
    System.setProperty("filbert.home", state);
    try {
      assertThat(startCluster(state, "--memory", "1m")).isEqualTo(2);
      assertThat(err.toString())
          .contains("a TaskManager would have 1m of memory, must be at least 1g");
      assertThat(startCluster(state, "--memory", "much")).isEqualTo(2);
      assertThat(startCluster(state, "--task-managers", "0", "--memory", "1g")).isEqualTo(2);
      assertThat(err.toString()).contains("task managers: 0, must be from 1 to 64");
      assertThat(startCluster(state, "--memory", "1g")).isEqualTo(2);
      assertThat(err.toString()).contains("is missing: build with mvn package");
    } finally {
      System.clearProperty("filbert.home");
    }
  }

  /** At any port: whether the default one is free is the machine's affair. */
  private int startCluster(String state, String... more) {
    return run(
        Stream.concat(
                Stream.of("cluster", "start", "--directory", state, "--rest-port", "0"),
                Stream.of(more))
            .toArray(String[]::new));
  }

  @Test
  void saysThatNoClusterRuns() {
    assertThat(run("cluster", "status", "--directory", directory.toString())).isEqualTo(3);
    assertThat(run("cluster", "stop", "--directory", directory.toString())).isZero();
    assertThat(out.toString()).contains("no cluster runs in " + directory);
  }

  @Test
  void looksForTheClusterWhereTheUserSays() {
    String place = directory.resolve("mine").toString();
    assertThat(run("train", "../conf/letter.yaml", "--cluster-directory", place)).isEqualTo(2);
    assertThat(err.toString()).contains("no cluster runs in " + place + ": start one");
    assertThat(
            FlinkOptions.withoutCluster(
                List.of("evaluate", "--cluster", "--model", "m", "--cluster-directory", "d", "-x")))
        .containsExactly("evaluate", "--model", "m", "-x");
    assertThat(FlinkOptions.withoutCluster(List.of("--cluster-directory=d", "predict")))
        .containsExactly("predict");
  }

  @Test
  void listsAndVerifiesPublicDataSets() {
    assertThat(run("data", "list")).isZero();
    assertThat(out.toString()).contains("mnist", "CC BY 4.0", "imdb");
    assertThat(run("data", "verify", "a9a")).isEqualTo(2);
    assertThat(out.toString()).contains("a9a/a9a.t.gz                     is not here");
    assertThat(run("data", "get", "mnst")).isEqualTo(2);
    assertThat(err.toString()).contains("found no data set mnst, there are letter, mnist");
    assertThat(run("train", "../conf/mnist.yaml")).isEqualTo(2);
    assertThat(err.toString()).contains("no such file; ./filbert data get mnist downloads it to");
  }

  @Test
  void saysThatNoBrokerRuns() {
    String state = directory.toString();
    assertThat(run("kafka", "status", "--directory", state)).isEqualTo(3);
    assertThat(run("kafka", "stop", "--delete", "--directory", state)).isZero();
    assertThat(out.toString()).contains("no broker runs in " + state);
    assertThat(run("kafka", "topics", "list", "--directory", state)).isEqualTo(2);
    assertThat(err.toString()).contains("start one with filbert kafka start");
    assertThat(run("kafka", "start", "--port", "70000", "--directory", state)).isEqualTo(2);
    assertThat(err.toString()).contains("port: 70000, must be from 0 to 65535");
  }

  @Test
  void findsAUsersErrorInsideAFailedJob() {
    Exception failedJob =
        new Exception(
            "Job failed", new RuntimeException(new BadRecordException("a.csv:3", "found x")));
    assertThat(report(failedJob, false)).isEqualTo(2);
    assertThat(err).hasToString("error: a.csv:3: found x\n");
  }

  @Test
  void findsAUsersErrorThatFlinkHasPacked() {
    Exception failedJob =
        new Exception(
            "Job failed",
            new SerializedThrowable(
                new RuntimeException(new BadRecordException("a.csv:3", "found x"))));
    assertThat(report(failedJob, false)).isEqualTo(2);
    assertThat(err).hasToString("error: a.csv:3: found x\n");
  }

  @Test
  void callsAFaultAFault() {
    Exception fault = new IllegalStateException(new IllegalArgumentException("deep down"));
    assertThat(report(fault, false)).isEqualTo(1);
    assertThat(err)
        .hasToString(
            "error: unexpected java.lang.IllegalArgumentException: deep down"
                + " (--debug prints the rest)\n");
    assertThat(report(fault, true)).isEqualTo(1);
    assertThat(err.toString()).contains("\tat ");
  }

  @Test
  void namesTheRootCauseOfAFailedJobInOneLine() {
    Exception failedJob =
        new Exception(
            "Job execution failed.",
            new SerializedThrowable(
                new RuntimeException(
                    "Recovery is suppressed", new IOException("Connection reset\n by peer"))));
    assertThat(report(failedJob, false)).isEqualTo(1);
    assertThat(err)
        .hasToString(
            "error: unexpected java.io.IOException: Connection reset by peer (--debug prints the"
                + " rest)\n");
    assertThat(report(new RuntimeException(new NullPointerException()), false)).isEqualTo(1);
    assertThat(err.toString())
        .endsWith("error: unexpected java.lang.NullPointerException (--debug prints the rest)\n");
  }
}
