package org.filbert.jobs.cli;

import java.util.ArrayList;
import java.util.List;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.online.OnlineJob;
import org.filbert.jobs.run.RunStart;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code filbert train-online CONFIG}. */
@Command(
    name = "train-online",
    footerHeading = Filbert.EXAMPLES,
    footer = {
      "  filbert train-online conf/letter-online.yaml",
      "  filbert train-online conf/kafka-online.yaml --out runs/letters",
      "  filbert train-online conf/elec2-online.yaml --explain",
      "  filbert train-online --resume runs/letters"
    },
    description = "Learn from a stream.")
final class TrainOnlineCommand extends RunCommand<OnlineConfig> {
  @Option(
      names = "--strict",
      description =
          "End with an error where the run would warn, such as of a model that is a constant.")
  boolean strict;

  @Option(
      names = "--explain",
      description =
          "Say in each line of the table, in summary.json and in the report how much the model"
              + " looks at which inputs.")
  boolean explain;

  TrainOnlineCommand() {
    super(OnlineConfig.class, OnlineJob.FREE);
  }

  @Override
  void run(OnlineConfig config, ProjectPaths paths, RunStart start) throws Exception {
    new OnlineJob(config, paths, FlinkOptions.configuration(), strict, explain)
        .run(start, spec.commandLine().getOut());
  }

  @Override
  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    if (strict) {
      arguments.add("--strict");
    }
    if (explain) {
      arguments.add("--explain");
    }
    return arguments;
  }
}
