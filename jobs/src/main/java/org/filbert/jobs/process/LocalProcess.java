package org.filbert.jobs.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A process on this machine.
 *
 * @param marker a part of its command line that no other process has
 */
public record LocalProcess(long pid, String marker) {

  /**
   * Starts a program that outlives this process and its terminal, and reads nothing.
   *
   * @param directory in which it runs
   * @param output gets what it prints
   */
  public static Process launch(List<String> command, Path directory, ProcessBuilder.Redirect output)
      throws IOException {
    return new ProcessBuilder(Stream.concat(Stream.of("nohup"), command.stream()).toList())
        .directory(directory.toFile())
        .redirectInput(Path.of("/dev/null").toFile())
        .redirectErrorStream(true)
        .redirectOutput(output)
        .start();
  }

  /** The running process. Empty if it has ended, even if another process now has its pid. */
  public Optional<ProcessHandle> living() {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .filter(
            handle ->
                handle.info().commandLine().filter(line -> line.contains(marker)).isPresent());
  }

  /** Ends processes and waits for their ends. After the given time they are killed. */
  public static void end(List<ProcessHandle> processes, Duration time) {
    processes.forEach(ProcessHandle::destroy);
    if (!ended(processes, time)) {
      processes.forEach(ProcessHandle::destroyForcibly);
      ended(processes, time);
    }
  }

  private static boolean ended(List<ProcessHandle> processes, Duration time) {
    CompletableFuture<Void> all =
        CompletableFuture.allOf(
            processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new));
    try {
      all.get(time.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }
}
