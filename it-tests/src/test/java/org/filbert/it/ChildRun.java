package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.filbert.jobs.cli.Filbert;

/** A command in a process of its own that something happens to. */
final class ChildRun {
  private static final List<String> OPENED =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.net=ALL-UNNAMED",
          "--add-opens=java.base/java.io=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED");

  private ChildRun() {}

  /** Kills a command, as by kill -9, when its run has checkpoints. */
  static void kill(Path run, List<String> command, Path log) throws Exception {
    endBy(Process::destroyForcibly, run, command, log);
  }

  /** Interrupts a command, as by Ctrl-C, when its run has checkpoints. */
  static void interrupt(Path run, List<String> command, Path log) throws Exception {
    endBy(Process::destroy, run, command, log);
  }

  private static void endBy(Consumer<Process> end, Path run, List<String> command, Path log)
      throws Exception {
    List<String> java = new ArrayList<>();
    java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    java.addAll(OPENED);
    java.addAll(
        List.of("-Xmx1g", "-cp", System.getProperty("java.class.path"), Filbert.class.getName()));
    java.addAll(command);
    Process process =
        new ProcessBuilder(java).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      while (Injection.newestCheckpoint(run.resolve("checkpoints")) < 2) {
        assertThat(process.isAlive()).as("it ended too early, see %s", log).isTrue();
        LockSupport.parkNanos(1_000_000);
      }
      end.accept(process);
      process.waitFor();
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(run.resolve("summary.json")).doesNotExist();
  }
}
