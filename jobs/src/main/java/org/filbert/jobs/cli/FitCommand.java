package org.filbert.jobs.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.ProposedRun;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.run.RunStart;
import org.filbert.jobs.scoring.JsonText;
import org.filbert.jobs.training.tuning.FitJob;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code filbert fit TABLE --label COLUMN}. */
@Command(
    name = "fit",
    footerHeading = Filbert.EXAMPLES,
    footer = {
      "  filbert fit adult.csv --label income",
      "  filbert fit houses.csv --label price --test new-houses.csv --time 10m",
      "  filbert fit houses.csv --label price --cluster"
    },
    description = {
      "Train a model of a file of CSV, JSON lines, Parquet or npy without any settings.",
      "It says what each column is, chooses kernel, width and ridge by leaving training rows out,"
          + " and system and solver by the planned memory and work. The model learns all rows; rows"
          + " that were left out tell the error to expect. The run directory gets the configuration"
          + " that it used, which train repeats."
    })
final class FitCommand implements Callable<Integer> {
  @Mixin TableOption table = new TableOption();

  @Option(
      names = "--test",
      paramLabel = "FILE",
      description = "Test rows, in the format of the table, which tell the error.")
  @Nullable String test;

  @Option(
      names = "--time",
      paramLabel = "DURATION",
      description = "Expected time of the training at most, such as 10m.")
  @Nullable String time;

  @Option(
      names = "--by",
      paramLabel = "MEASURE",
      description =
          "What kernel, width and ridge are chosen by: log-loss, error, auc, average-precision or"
              + " f1 of classes, rmse or mae of numbers (default: log-loss, rmse).")
  @Nullable String by;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The run directory (default: runs/<name>-<time> in this directory).")
  @Nullable String output;

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description = "Override one value of the configuration, such as seed=2.")
  List<String> overrides = List.of();

  @Mixin StoreOption store = new StoreOption();

  @Mixin FlinkOptions flink = new FlinkOptions();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    ProjectPaths paths = ProjectPaths.ofProcess();
    ProposedRun proposed = table.proposed(paths);
    TrainConfig config =
        new ConfigLoader()
            .reload(
                "filbert fit",
                proposed.automatic(Optional.ofNullable(test)),
                settings(),
                TrainConfig.class);
    PrintWriter out = spec.commandLine().getOut();
    if (!flink.onCluster()) {
      out.println(proposed.described());
      proposed.columns().remarks(proposed.label()).forEach(remark -> out.println("  " + remark));
    }
    RunDirectoryOption directory = new RunDirectoryOption();
    directory.given = output;
    String target = directory.of(config.name(), paths);
    if (flink.onCluster()) {
      List<String> arguments =
          new ArrayList<>(
              FlinkOptions.withoutCluster(
                  spec.root().commandLine().getParseResult().originalArgs()));
      arguments.addAll(output == null ? List.of("--out", target) : List.of());
      return flink.submit(spec, arguments, config.workers());
    }
    RunStart start = RunStart.of(target, config, paths);
    new FitJob(config, start.paths(paths), FlinkOptions.configuration()).run(start, out);
    return 0;
  }

  private List<String> settings() {
    List<String> settings = new ArrayList<>(overrides);
    if (time != null) {
      settings.add("budget.time=" + JsonText.write(time));
    }
    if (by != null) {
      settings.add("choose.by=" + JsonText.write(by));
    }
    if (store.isGiven()) {
      settings.add("store=" + JsonText.write(store.path()));
    }
    return settings;
  }
}
