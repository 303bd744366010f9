package org.filbert.jobs.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.filbert.jobs.config.section.RunConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.run.Application;
import org.filbert.jobs.run.BegunConfig;
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

  /** The run in a directory that this application has begun, unless it has ended. */
  private static Optional<RunStart> again(String directory) throws IOException {
    Optional<RunStart> run = RunStart.again(directory, Application.ofProcess());
    return run.isPresent() && run.get().hasEnded() ? Optional.empty() : run;
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
    Optional<RunStart> named = directory.resumed(paths);
    C run = named.isPresent() ? config.resumed(named.get(), type, store) : config.load(type, store);
    String target = named.isPresent() ? named.get().directory() : directory.of(run.name(), paths);
    Optional<RunStart> begun = named.isPresent() ? named : again(target);
    if (begun.isPresent()) {
      new BegunConfig(begun.get()).check(run, free);
    }
    Optional<RunStart> resumed = begun.map(start -> start.with(run));
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
