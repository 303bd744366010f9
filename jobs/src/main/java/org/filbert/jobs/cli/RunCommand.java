package org.filbert.jobs.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.filbert.jobs.config.ProjectPaths;
import org.filbert.jobs.config.RunConfig;
import org.filbert.jobs.run.Application;
import org.filbert.jobs.run.RunStart;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that begins or resumes the run of a configuration, here or on the cluster. */
abstract class RunCommand<C extends Record & RunConfig> implements Callable<Integer> {
  @Mixin ConfigOptions config = new ConfigOptions();

  @Mixin RunDirectoryOption directory = new RunDirectoryOption();

  @Mixin StoreOption store = new StoreOption();

  @Mixin FlinkOptions flink = new FlinkOptions();

  @Spec CommandSpec spec = CommandSpec.create();

  private final Class<C> type;
  private final List<String> free;

  /**
   * @param type of the configuration
   * @param free keys that may differ when a run is resumed
   */
  RunCommand(Class<C> type, List<String> free) {
    this.type = type;
    this.free = free;
  }

  /** The run that this application has begun, unless it has ended. */
  private Optional<RunStart> again(ProjectPaths paths) {
    Application application = Application.ofProcess();
    if (application.job().isEmpty()) {
      return Optional.empty();
    }
    try {
      String target = directory.of(config.load(type, store).name(), paths);
      Optional<RunStart> run = RunStart.again(target, application);
      return run.isPresent() && run.get().hasEnded() ? Optional.empty() : run;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs on the Flink cluster of this process. */
  abstract void run(C config, ProjectPaths paths, RunStart start) throws Exception;

  /** Options of this command alone, for a process that runs it again. */
  List<String> arguments() {
    return List.of();
  }

  @Override
  public Integer call() throws Exception {
    ProjectPaths paths = ProjectPaths.ofProcess();
    Optional<RunStart> begun = directory.resumed(paths).or(() -> again(paths));
    C run =
        begun.isPresent()
            ? config.resumed(begun.get(), type, store, free)
            : config.load(type, store);
    Optional<RunStart> resumed = begun.map(start -> start.with(run));
    String target =
        resumed.isPresent() ? resumed.get().directory() : directory.of(run.name(), paths);
    if (flink.onCluster()) {
      List<String> arguments = new ArrayList<>();
      arguments.add(spec.name());
      arguments.add(resumed.isPresent() ? "--resume" : "--out");
      arguments.add(target);
      arguments.addAll(config.arguments(store));
      arguments.addAll(arguments());
      return flink.submit(
          spec,
          arguments,
          resumed.isPresent() ? resumed.get().identity().workers() : run.workers());
    }
    RunStart start = resumed.isPresent() ? resumed.get() : RunStart.of(target, run, paths);
    run(run, start.paths(paths), start);
    return 0;
  }
}
