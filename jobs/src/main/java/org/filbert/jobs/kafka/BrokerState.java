package org.filbert.jobs.kafka;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What is kept on disk about a running broker, so that another process can find and stop it. */
record BrokerState(String bootstrapServers, long pid) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The JVM flag by which the broker's process is known. */
  static String marker(Path directory) {
    return "-Dfilbert.kafka=" + directory;
  }

  static Optional<BrokerState> read(Path directory) throws IOException {
    Path file = file(directory);
    return Files.exists(file)
        ? Optional.of(JSON.readValue(file.toFile(), BrokerState.class))
        : Optional.empty();
  }

  void write(Path directory) throws IOException {
    JSON.writeValue(file(directory).toFile(), this);
  }

  static void delete(Path directory) throws IOException {
    Files.deleteIfExists(file(directory));
  }

  /** The process if it lives and is the one that was started, not another with its number. */
  Optional<ProcessHandle> process(Path directory) {
    String marker = marker(directory);
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .filter(
            handle ->
                handle.info().commandLine().filter(line -> line.contains(marker)).isPresent());
  }

  private static Path file(Path directory) {
    return directory.resolve("state.json");
  }
}
