package org.filbert.jobs.cli;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.filbert.jobs.config.ProjectPaths;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a run's files go. */
final class RunDirectoryOption {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The run directory (default: runs/<name>-<time> in this directory).")
  @Nullable String given;

  /** An absolute path or a URI; a new directory if none was given. */
  String of(String name, ProjectPaths paths) {
    if (given == null) {
      String directory = name + "-" + TIME.format(LocalDateTime.now(ZoneId.systemDefault()));
      return paths.output("runs/" + directory);
    }
    return paths.output(given);
  }
}
