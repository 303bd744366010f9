package org.filbert.jobs.process;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A file with the state of running processes, so that another process can find and stop them.
 *
 * @param directory of the file
 * @param type a record that Jackson can write
 */
public record StateFile<S>(Path directory, Class<S> type) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Reads the state. The result is empty if the file does not exist. */
  public Optional<S> read() throws IOException {
    Path file = file();
    return Files.exists(file) ? Optional.of(JSON.readValue(file.toFile(), type)) : Optional.empty();
  }

  public void write(S state) throws IOException {
    JSON.writeValue(file().toFile(), state);
  }

  public void delete() throws IOException {
    Files.deleteIfExists(file());
  }

  private Path file() {
    return directory.resolve("state.json");
  }
}
