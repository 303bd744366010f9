package org.filbert.jobs.cli;

import java.io.IOException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.filbert.jobs.config.ConfigException;
import org.filbert.jobs.config.ProjectPaths;
import org.filbert.jobs.run.Application;
import org.filbert.jobs.run.RunStart;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a run's files go, or are. */
final class RunDirectoryOption {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The run directory (default: runs/<name>-<time> in this directory).")
  @Nullable String given;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description =
          "Go on with the run in this directory from its newest checkpoint; its configuration is there, and need not be named.")
  @Nullable String resumed;

  /** An absolute path or a URI; a new directory if none was given. */
  String of(String name, ProjectPaths paths) {
    if (given == null) {
      String which =
          Application.ofProcess()
              .job()
              .orElseGet(() -> TIME.format(LocalDateTime.now(ZoneId.systemDefault())));
      return paths.output("runs/" + name + "-" + which);
    }
    return paths.output(given);
  }

  /** The run to go on with, if there is to be one. */
  Optional<RunStart> resumed(ProjectPaths paths) throws IOException {
    if (resumed == null) {
      return Optional.empty();
    }
    if (given != null) {
      throw new ConfigException("--out is given, which a run that goes on has already");
    }
    return Optional.of(RunStart.resume(paths.output(resumed)));
  }
}
