package org.filbert.jobs.process;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.filbert.connectors.file.Location;
import org.filbert.connectors.file.StagedFile;

/**
 * A file with the state of running processes, so that another process can find and stop them.
 *
 * @param what the processes are together, for messages
 * @param directory of the file
 * @param type a record that Jackson can write
 */
public record StateFile<S>(String what, Path directory, Class<S> type) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Reads the state. The result is empty if the file does not exist.
   *
   * @throws ClusterException if it cannot be read
   */
  public Optional<S> read() {
    try {
      Path file = file();
      return Files.exists(file)
          ? Optional.of(JSON.readValue(file.toFile(), type))
          : Optional.empty();
    } catch (IOException e) {
      throw new ClusterException(message("cannot read", e), e);
    }
  }

  public void write(S state) throws IOException {
    StagedFile.write(Location.of(file().toString()), JSON.writeValueAsString(state));
  }

  /**
   * Deletes the state of processes that have ended.
   *
   * @throws ClusterException if it cannot be deleted
   */
  public void delete() {
    try {
      Files.deleteIfExists(file());
    } catch (IOException e) {
      throw new ClusterException(message("cannot delete", e), e);
    }
  }

  private String message(String cannot, IOException cause) {
    return "%s the %s's state in %s: %s".formatted(cannot, what, directory, cause);
  }

  private Path file() {
    return directory.resolve("state.json");
  }
}
