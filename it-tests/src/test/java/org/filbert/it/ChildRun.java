package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.filbert.jobs.cli.Filbert;

/** A command in a separate process that the test can disturb. */
public record ChildRun(Process process, Path log) implements AutoCloseable {
  static final List<String> OPENED =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.net=ALL-UNNAMED",
          "--add-opens=java.base/java.io=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED");

  /** A process of some seconds is better off without the compiler that optimises. */
  private static final List<String> BRIEF = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  /** Starts a command. */
  static ChildRun start(List<String> command, Path log) throws IOException {
    return start(List.of(), command, log);
  }

  /**
   * Starts a command through a launcher. The temporary files of a killed command stay beside its
   * log.
   *
   * @param launcher the words before the program and its arguments
   */
  static ChildRun start(List<String> launcher, List<String> command, Path log) throws IOException {
    return java(launcher, arguments(program(Filbert.class), command, log), log);
  }

  /**
   * Runs a command that has the jars of directories too, as those of {@code flink-lib}, where its
   * log is.
   */
  public static String withJars(List<Path> directories, List<String> command, Path log)
      throws IOException, InterruptedException {
    try (ChildRun child = startWithJars(directories, command, log)) {
      return child.assertDone();
    }
  }

  /** Starts such a command. */
  public static ChildRun startWithJars(List<Path> directories, List<String> command, Path log)
      throws IOException {
    List<String> classPath = new ArrayList<>();
    for (Path directory : directories) {
      try (Stream<Path> jars = Files.list(directory)) {
        jars.filter(file -> file.toString().endsWith(".jar"))
            .map(jar -> jar.toAbsolutePath().toString())
            .sorted()
            .forEach(classPath::add);
      }
    }
    classPath.add(System.getProperty("java.class.path")); // has other versions of some
    List<String> program =
        List.of("-cp", String.join(File.pathSeparator, classPath), Filbert.class.getName());
    return start(
        command(List.of(), arguments(program, command, log)).directory(log.getParent().toFile()),
        log);
  }

  private static List<String> arguments(List<String> program, List<String> command, Path log)
      throws IOException {
    List<String> arguments = new ArrayList<>(OPENED);
    arguments.add("-Djava.io.tmpdir=" + Files.createDirectories(log.resolveSibling("tmp")));
    arguments.add("-Xmx1g");
    arguments.addAll(program);
    arguments.addAll(command);
    return arguments;
  }

  /** Starts a JVM. */
  static ChildRun java(List<String> launcher, List<String> arguments, Path log) throws IOException {
    return start(command(launcher, arguments), log);
  }

  private static ProcessBuilder command(List<String> launcher, List<String> arguments) {
    List<String> java = new ArrayList<>(launcher);
    java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    java.addAll(BRIEF);
    java.addAll(arguments);
    return new ProcessBuilder(java);
  }

  private static ChildRun start(ProcessBuilder command, Path log) throws IOException {
    return new ChildRun(
        command.redirectErrorStream(true).redirectOutput(log.toFile()).start(), log);
  }

  /** The arguments of a JVM for a program on this one's class path. */
  static List<String> program(Class<?> main) {
    return List.of("-cp", System.getProperty("java.class.path"), main.getName());
  }

  /** The output of a process, or why there is none. */
  static String said(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Kills a command, as by kill -9, when its run has checkpoints. */
  static void kill(Path run, List<String> command, Path log) throws Exception {
    try (ChildRun child = start(command, log)) {
      child.awaitCheckpoint(run.resolve("checkpoints"));
    }
    assertThat(run.resolve("summary.json")).doesNotExist();
  }

  /** Interrupts a command, as by Ctrl-C, when its run has checkpoints. */
  static void interrupt(Path run, List<String> command, Path log) throws Exception {
    try (ChildRun child = start(command, log)) {
      child.awaitCheckpoint(run.resolve("checkpoints"));
      child.process().destroy();
      child.process().waitFor();
    }
    assertThat(run.resolve("summary.json")).doesNotExist();
  }

  /** Waits until the second checkpoint below a directory is complete. */
  void awaitCheckpoint(Path checkpoints) {
    awaitCheckpoint(checkpoints, 2);
  }

  /** Waits until a checkpoint of at least this number is complete. */
  void awaitCheckpoint(Path checkpoints, long number) {
    while (Injection.newestCheckpoint(checkpoints) < number) {
      assertThat(process.isAlive()).as("it ended too early, see %s", log).isTrue();
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** Waits until there is a file. */
  void awaitFile(Path file) {
    while (!Files.exists(file)) {
      assertThat(process.isAlive()).as("it ended too early: %s", said(log)).isTrue();
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** Waits for its normal end and returns its output. */
  public String assertDone() throws InterruptedException {
    int exitCode = process.waitFor();
    assertThat(exitCode).as(said(log)).isZero();
    return said(log);
  }

  /** Waits for its end by an error that the user can correct, and returns its output. */
  public String assertRefused() throws InterruptedException {
    int exitCode = process.waitFor();
    assertThat(exitCode).as(said(log)).isEqualTo(2);
    return said(log);
  }

  /** Kills the process if it is alive. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
