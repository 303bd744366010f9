package org.filbert.jobs.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.filbert.jobs.config.ProjectPaths;
import org.filbert.jobs.config.TrainConfig;
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
      "  filbert train conf/letter.yaml --set solver.epochs=3 --out runs/short"
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
    TrainConfig training = config.load(TrainConfig.class, store);
    ProjectPaths paths = ProjectPaths.ofProcess();
    String run = directory.of(training.name(), paths);
    if (flink.onCluster()) {
      return submit(run, TrainingJob.workers(training));
    }
    new TrainingJob(training, paths, FlinkOptions.configuration())
        .run(run, spec.commandLine().getOut());
    return 0;
  }

  private int submit(String run, int workers) throws InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("train", "--out", run));
    arguments.addAll(config.arguments(store));
    return flink.submit(arguments, workers);
  }
}
