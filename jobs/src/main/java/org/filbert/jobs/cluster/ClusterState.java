package org.filbert.jobs.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What is kept on disk about a running cluster, so that another process can find and stop it.
 *
 * @param rest address of the JobManager
 * @param processes the JobManager first
 */
record ClusterState(URI rest, List<Member> processes) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** One process of the cluster; its log is {@code log/<name>.log}. */
  record Member(String name, long pid) {
    /** Name of the log file in the directory of logs. */
    String logFile() {
      return name + ".log";
    }

    /**
     * The process if it lives and is the one that was started: a pid may have been given to
     * another.
     */
    Optional<ProcessHandle> process(Path directory) {
      return ProcessHandle.of(pid)
          .filter(ProcessHandle::isAlive)
          .filter(
              handle ->
                  handle
                      .info()
                      .commandLine()
                      .filter(line -> line.contains(marker(directory)))
                      .isPresent());
    }
  }

  /** The JVM flag by which a cluster's processes are known. */
  static String marker(Path directory) {
    return "-Dfilbert.cluster=" + directory;
  }

  static Optional<ClusterState> read(Path directory) throws IOException {
    Path file = file(directory);
    return Files.exists(file)
        ? Optional.of(JSON.readValue(file.toFile(), ClusterState.class))
        : Optional.empty();
  }

  void write(Path directory) throws IOException {
    JSON.writeValue(file(directory).toFile(), this);
  }

  static void delete(Path directory) throws IOException {
    Files.deleteIfExists(file(directory));
  }

  private static Path file(Path directory) {
    return directory.resolve("state.json");
  }
}
