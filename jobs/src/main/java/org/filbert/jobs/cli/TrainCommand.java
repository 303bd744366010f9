package org.filbert.jobs.cli;

import java.io.PrintWriter;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.query.QueryRows;
import org.filbert.jobs.run.RunStart;
import org.filbert.jobs.training.TrainingJob;
import org.filbert.jobs.training.tuning.TuningJob;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code filbert train CONFIG}. */
@Command(
    name = "train",
    footerHeading = Filbert.EXAMPLES,
    footer = {
      "  filbert train conf/letter.yaml",
      "  filbert train conf/letter.yaml --set solver.epochs=3 --out runs/short",
      "  filbert train conf/letter.yaml --strict",
      "  filbert train --resume runs/short"
    },
    description = "Train a model.")
final class TrainCommand extends RunCommand<TrainConfig> {
  @Option(
      names = "--strict",
      description =
          "End with an error, before the first step, where the run would warn of the rows, such as"
              + " of a value far off; and before the model is published if it is a constant.")
  boolean strict;

  TrainCommand() {
    super(TrainConfig.class, TrainingJob.FREE);
  }

  @Override
  void run(TrainConfig config, ProjectPaths paths, RunStart start) throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    Configuration flink = FlinkOptions.configuration();
    new TuningJob(new QueryRows(paths, flink, out).kept(config, start), paths, flink)
        .run(start, strict, out);
  }

  @Override
  List<String> arguments() {
    return strict ? List.of("--strict") : List.of();
  }
}
