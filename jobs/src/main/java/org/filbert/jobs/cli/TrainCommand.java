package org.filbert.jobs.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.filbert.jobs.config.ProjectPaths;
import org.filbert.jobs.config.TrainConfig;
import org.filbert.jobs.run.RunStart;
import org.filbert.jobs.training.TrainingJob;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code filbert train CONFIG}. */
@Command(
    name = "train",
    footerHeading = Filbert.EXAMPLES,
    footer = {
      "  filbert train conf/letter.yaml",
      "  filbert train conf/letter.yaml --set solver.epochs=3 --out runs/short",
      "  filbert train --resume runs/short"
    },
    description = "Train a model.")
final class TrainCommand implements Callable<Integer> {
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
    TrainConfig training = config.load(TrainConfig.class, store);
    String run = directory.of(training.name(), paths);
    if (flink.onCluster()) {
      return submit(List.of("--out", run), TrainingJob.workers(training));
    }
    job(training, paths).run(run, spec.commandLine().getOut());
    return 0;
  }

  private int resume(RunStart run, ProjectPaths paths) throws Exception {
    TrainConfig training = config.resumed(run, TrainConfig.class, store, TrainingJob.FREE);
    if (flink.onCluster()) {
      return submit(List.of("--resume", run.directory()), run.identity().workers());
    }
    job(training, run.paths(paths)).run(run, spec.commandLine().getOut());
    return 0;
  }

  private static TrainingJob job(TrainConfig config, ProjectPaths paths) {
    return new TrainingJob(config, paths, FlinkOptions.configuration());
  }

  private int submit(List<String> run, int workers) throws InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("train"));
    arguments.addAll(run);
    arguments.addAll(config.arguments(store));
    return flink.submit(spec, arguments, workers);
  }
}
