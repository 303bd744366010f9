package org.filbert.jobs.cli;

import java.io.IOException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.run.Application;
import org.filbert.jobs.run.RunStart;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the directory of a run. */
final class RunDirectoryOption {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The run directory (default: runs/<name>-<time> in this directory).")
  @Nullable String given;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description =
          "Resume the run in this directory from its newest checkpoint. Its configuration is read"
              + " from there.")
  @Nullable String resumed;

  /** An absolute path or a URI. Without the option, it is a new directory. */
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

  /** The run to resume, if the option is given. */
  Optional<RunStart> resumed(ProjectPaths paths) throws IOException {
    if (resumed == null) {
      return Optional.empty();
    }
    if (given != null) {
      throw new ConfigException("found --out with --resume: a resumed run keeps its directory");
    }
    return Optional.of(RunStart.resume(paths.output(resumed)));
  }
}
