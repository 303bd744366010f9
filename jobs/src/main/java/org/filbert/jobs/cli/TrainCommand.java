package org.filbert.jobs.cli;

import org.filbert.jobs.config.ProjectPaths;
import org.filbert.jobs.config.TrainConfig;
import org.filbert.jobs.run.RunStart;
import org.filbert.jobs.training.TrainingJob;
import picocli.CommandLine.Command;

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
final class TrainCommand extends RunCommand<TrainConfig> {
  TrainCommand() {
    super(TrainConfig.class, TrainingJob.FREE);
  }

  @Override
  void run(TrainConfig config, ProjectPaths paths, RunStart start) throws Exception {
    new TrainingJob(config, paths, FlinkOptions.configuration())
        .run(start, spec.commandLine().getOut());
  }
}
