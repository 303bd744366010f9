package org.filbert.jobs.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.ProjectPaths;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The arguments of every command that takes a job's configuration. */
final class ConfigOptions {
  @ArgGroup(multiplicity = "1")
  Source source = new Source();

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description =
          "Override one value, such as solver.epochs=3; VALUE is YAML, null removes a key.")
  List<String> overrides = List.of();

  static final class Source {
    @Parameters(paramLabel = "CONFIG", description = "The job's configuration, a YAML file.")
    @Nullable Path positional;

    @Option(names = "--config", paramLabel = "CONFIG", description = "The same, as an option.")
    @Nullable Path option;

    Path path() {
      Path given = positional != null ? positional : option;
      if (given == null) {
        throw new IllegalArgumentException("no configuration given");
      }
      return given;
    }
  }

  <T> T load(Class<T> type) {
    Path given = source.path();
    Path found = ProjectPaths.ofProcess().resolve(given);
    return new ConfigLoader().load(Files.exists(given) ? given : found, overrides, type);
  }
}
