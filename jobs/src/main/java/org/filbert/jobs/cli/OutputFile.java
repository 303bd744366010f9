package org.filbert.jobs.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.config.yaml.ProjectPaths;

/**
 * A file that a command writes at its end.
 *
 * @param option by which the user names it
 */
record OutputFile(String option, String name) {
  Path path() {
    return Path.of(ProjectPaths.ofProcess().output(name));
  }

  void write(String text) {
    try {
      Files.writeString(path(), text);
    } catch (IOException e) {
      throw new ConfigException(option + " " + name + ": the file cannot be written: " + e);
    }
  }
}
