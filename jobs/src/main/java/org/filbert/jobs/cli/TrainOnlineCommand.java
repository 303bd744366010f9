package org.filbert.jobs.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.filbert.jobs.config.OnlineConfig;
import org.filbert.jobs.config.ProjectPaths;
import org.filbert.jobs.online.OnlineJob;
import org.filbert.jobs.run.RunStart;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code filbert train-online CONFIG}. */
@Command(
    name = "train-online",
    footerHeading = Filbert.EXAMPLES,
    footer = {
      "  filbert train-online conf/letter-online.yaml",
      "  filbert train-online conf/kafka-online.yaml --out runs/letters",
      "  filbert train-online --resume runs/letters"
    },
    description = "Learn from a stream.")
final class TrainOnlineCommand implements Callable<Integer> {
  @Mixin ConfigOptions config = new ConfigOptions();

  @Mixin RunDirectoryOption directory = new RunDirectoryOption();

  @Mixin StoreOption store = new StoreOption();

  @Mixin FlinkOptions flink = new FlinkOptions();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    ProjectPaths paths = ProjectPaths.ofProcess();
    Optional<RunStart> resumed = directory.resumed(paths);
    return resumed.isPresent() ? resume(resumed.get(), paths) : begin(paths);
  }

  private int begin(ProjectPaths paths) throws Exception {
    OnlineConfig online = config.load(OnlineConfig.class, store);
    String run = directory.of(online.name(), paths);
    if (flink.onCluster()) {
      return submit(List.of("--out", run), OnlineJob.workers(online));
    }
    job(online, paths).run(run, spec.commandLine().getOut());
    return 0;
  }

  private int resume(RunStart run, ProjectPaths paths) throws Exception {
    OnlineConfig online = config.resumed(run, OnlineConfig.class, store, OnlineJob.FREE);
    if (flink.onCluster()) {
      return submit(List.of("--resume", run.directory()), run.identity().workers());
    }
    job(online, run.paths(paths)).run(run, spec.commandLine().getOut());
    return 0;
  }

  private static OnlineJob job(OnlineConfig config, ProjectPaths paths) {
    return new OnlineJob(config, paths, FlinkOptions.configuration());
  }

  private int submit(List<String> run, int workers) throws InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("train-online"));
    arguments.addAll(run);
    arguments.addAll(config.arguments(store));
    return flink.submit(spec, arguments, workers);
  }
}
