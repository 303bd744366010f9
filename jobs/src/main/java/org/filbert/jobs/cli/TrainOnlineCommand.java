package org.filbert.jobs.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.filbert.jobs.config.OnlineConfig;
import org.filbert.jobs.config.ProjectPaths;
import org.filbert.jobs.online.OnlineJob;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code filbert train-online CONFIG}. */
@Command(
    name = "train-online",
    footerHeading = Filbert.EXAMPLES,
    footer = {
      "  filbert train-online conf/letter-online.yaml",
      "  filbert train-online conf/kafka-online.yaml --out runs/letters"
    },
    description = "Learn from a stream.")
final class TrainOnlineCommand implements Callable<Integer> {
  @Mixin ConfigOptions config = new ConfigOptions();

  @Mixin RunDirectoryOption directory = new RunDirectoryOption();

  @Mixin StoreOption store = new StoreOption();

  @Option(
      names = "--resume",
      paramLabel = "SAVEPOINT",
      description = "Go on with the run in --out from this savepoint.")
  @Nullable String savepoint;

  @Mixin FlinkOptions flink = new FlinkOptions();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    OnlineConfig online = config.load(OnlineConfig.class, store);
    ProjectPaths paths = ProjectPaths.ofProcess();
    if (savepoint != null && directory.given == null) {
      throw new IllegalArgumentException("--resume needs --out, the directory of the run");
    }
    String run = directory.of(online.name(), paths);
    if (flink.onCluster()) {
      return submit(run, OnlineJob.workers(online));
    }
    new OnlineJob(online, paths, FlinkOptions.configuration())
        .run(run, savepoint, spec.commandLine().getOut());
    return 0;
  }

  private int submit(String run, int workers) throws InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("train-online", "--out", run));
    if (savepoint != null) {
      arguments.addAll(List.of("--resume", savepoint));
    }
    arguments.addAll(config.arguments(store));
    return flink.submit(arguments, workers);
  }
}
