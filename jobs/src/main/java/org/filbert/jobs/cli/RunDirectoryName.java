package org.filbert.jobs.cli;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.filbert.jobs.config.ProjectPaths;
import org.jspecify.annotations.Nullable;

/** Where a run's files go. */
final class RunDirectoryName {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  private RunDirectoryName() {}

  /**
   * An absolute path or a URI.
   *
   * @param given by the user; null for a new directory
   * @param name of the run
   */
  static String of(@Nullable String given, String name, ProjectPaths paths) {
    if (given == null) {
      String directory = name + "-" + TIME.format(LocalDateTime.now(ZoneId.systemDefault()));
      return Path.of(paths.resolve("runs")).resolve(directory).toString();
    }
    return given.contains(":/") ? given : Path.of(given).toAbsolutePath().normalize().toString();
  }
}
