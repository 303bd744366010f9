package org.filbert.jobs.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.run.BegunConfig;
import org.filbert.jobs.run.RunStart;
import org.filbert.jobs.scoring.JsonText;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The arguments of all commands that take a job's configuration. */
final class ConfigOptions {
  @ArgGroup(multiplicity = "0..1")
  @Nullable Source source;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command = CommandSpec.create();

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description =
          "Override one value, such as solver.epochs=3. VALUE is YAML; null removes the key.")
  List<String> overrides = List.of();

  static final class Source {
    @Parameters(paramLabel = "CONFIG", description = "The job's configuration, a YAML file.")
    @Nullable Path positional;

    @Option(
        names = "--config",
        paramLabel = "CONFIG",
        description = "The configuration, as an option.")
    @Nullable Path option;

    Path path() {
      Path given = positional != null ? positional : option;
      if (given == null) {
        throw new IllegalArgumentException("no configuration given");
      }
      return given;
    }
  }

  /**
   * The configuration of a run.
   *
   * @param store overrides the model store of the configuration
   */
  <T> T load(Class<T> type, StoreOption store) {
    return new ConfigLoader().load(found(), overrides(store), type);
  }

  /** The configuration of a run to resume: the run's own, or a given one. */
  <T> T resumed(RunStart run, Class<T> type, StoreOption store) {
    if (source != null) {
      return load(type, store);
    }
    BegunConfig begun = new BegunConfig(run);
    if (begun.lacksSecrets()) {
      throw new ConfigException(
          run.directory()
              + ": the run's secrets are not stored there. Name its configuration file too: CONFIG"
              + " --resume DIR");
    }
    return begun.with(overrides(store), type);
  }

  /** The configuration of a training run or of an online run. */
  Record loadAny() {
    return new ConfigLoader().loadAny(found(), overrides);
  }

  /** The same arguments for a process that may have another working directory. */
  List<String> arguments(StoreOption store) {
    List<String> arguments = new ArrayList<>();
    if (source != null) {
      arguments.add("--config");
      arguments.add(found().toAbsolutePath().toString());
    }
    for (String override : overrides(store)) {
      arguments.add("--set");
      arguments.add(override);
    }
    return arguments;
  }

  private List<String> overrides(StoreOption store) {
    return store.isGiven()
        ? Stream.concat(overrides.stream(), Stream.of("store=" + JsonText.write(store.path())))
            .toList()
        : overrides;
  }

  private Path found() {
    if (source == null) {
      throw new ParameterException(
          command.commandLine(),
          "Missing required argument (specify one of these): (CONFIG | --config=CONFIG)");
    }
    Path given = source.path();
    Path found = ProjectPaths.ofProcess().resolve(given);
    return Files.exists(given) || !Files.exists(found) ? given : found;
  }
}
