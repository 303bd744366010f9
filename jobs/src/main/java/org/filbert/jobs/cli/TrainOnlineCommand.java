package org.filbert.jobs.cli;

import org.filbert.jobs.config.OnlineConfig;
import org.filbert.jobs.config.ProjectPaths;
import org.filbert.jobs.online.OnlineJob;
import org.filbert.jobs.run.RunStart;
import picocli.CommandLine.Command;

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
final class TrainOnlineCommand extends RunCommand<OnlineConfig> {
  TrainOnlineCommand() {
    super(OnlineConfig.class, OnlineJob.FREE);
  }

  @Override
  void run(OnlineConfig config, ProjectPaths paths, RunStart start) throws Exception {
    new OnlineJob(config, paths, FlinkOptions.configuration())
        .run(start, spec.commandLine().getOut());
  }
}
