package org.filbert.jobs.process;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What is kept on disk about running processes, so that another process can find and stop them.
 *
 * @param directory where their files are
 * @param type a record that Jackson can write
 */
public record StateFile<S>(Path directory, Class<S> type) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What was written; nothing if it has been deleted. */
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
