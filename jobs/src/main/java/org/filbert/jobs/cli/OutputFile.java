package org.filbert.jobs.cli;

import java.nio.file.Path;
import org.filbert.connectors.file.Location;
import org.filbert.connectors.file.StagedFile;
import org.filbert.connectors.file.UnwritableException;
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
      StagedFile.write(Location.of(path().toString()), text);
    } catch (UnwritableException e) {
      throw new ConfigException(option + " " + name + ": " + e.getMessage());
    }
  }
}
