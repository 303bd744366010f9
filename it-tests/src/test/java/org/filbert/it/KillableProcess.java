package org.filbert.it;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.filbert.jobs.cluster.LocalCluster;
import org.filbert.jobs.process.LocalProcess;

/**
 * A process of a local cluster that the test can kill, restart and suspend. Linux only, as the
 * command line is read from the system.
 */
public final class KillableProcess implements AutoCloseable {
  private static final String ENTRY_POINTS = "org.apache.flink.runtime.entrypoint.";
  private static final String CLASS_PATH = "-cp";

  private final List<String> command;
  private final Path configuration;
  private ProcessHandle process;

  /**
   * @param process of the cluster
   */
  public KillableProcess(LocalCluster cluster, ProcessHandle process) throws IOException {
    this.process = process;
    this.configuration = cluster.configuration();
    String line =
        Files.readString(
            Path.of("/proc", Long.toString(process.pid()), "cmdline"), StandardCharsets.UTF_8);
    this.command = new ArrayList<>(List.of(line.split("\0")));
  }

  /** Kills it, as by kill -9. */
  public void kill() throws Exception {
    process.destroyForcibly();
    process.onExit().get();
  }

  /** Suspends it, as by Ctrl-Z. */
  public void pause() throws IOException, InterruptedException {
    signal("STOP");
  }

  /** Resumes it. */
  public void resume() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    int exitCode =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    if (exitCode != 0) {
      throw new IOException("kill -" + name + " ended with " + exitCode);
    }
  }

  /** Starts another program, one of the tests', in its place with more arguments. */
  public void startAs(Class<?> program, List<String> arguments) throws IOException {
    command.replaceAll(word -> word.startsWith(ENTRY_POINTS) ? program.getName() : word);
    String tests = program.getProtectionDomain().getCodeSource().getLocation().getPath();
    int classPath = command.indexOf(CLASS_PATH) + 1;
    command.set(classPath, command.get(classPath) + File.pathSeparator + tests);
    command.addAll(arguments);
    restart();
  }

  /** Restarts it. The log continues in a file beside the first one. */
  public void restart() throws IOException {
    String log =
        command.stream().filter(word -> word.startsWith("-Dlog.file=")).findFirst().orElseThrow();
    Path again = Path.of(log.substring(log.indexOf('=') + 1) + ".again");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(again.toFile()));
    builder.environment().put("FLINK_CONF_DIR", configuration.toString());
    process = builder.start().toHandle();
  }

  /** Whether it is alive. */
  public boolean lives() {
    return process.isAlive();
  }

  /** Waits until it ends by itself. */
  public void await() throws Exception {
    process.onExit().get();
  }

  /** Its resident memory; 0 if it is dead. */
  public long residentBytes() {
    return residentBytes(process.pid());
  }

  /** The resident memory of a process; 0 if it is dead. */
  static long residentBytes(long pid) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
        if (line.startsWith("VmRSS:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
        }
      }
      return 0;
    } catch (IOException e) {
      return 0;
    }
  }

  @Override
  public void close() {
    LocalProcess.end(List.of(process), Duration.ofSeconds(10));
  }
}
