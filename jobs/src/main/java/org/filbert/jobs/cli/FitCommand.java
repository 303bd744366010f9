package org.filbert.jobs.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.flink.configuration.Configuration;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.ProposedRows;
import org.filbert.jobs.config.ProposedRun;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.query.QueryRows;
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
      "  filbert fit houses.csv --label price --cluster",
      "  filbert fit --sql tables.sql --query 'SELECT * FROM houses' --label price"
    },
    description = {
      "Train a model of a file of CSV, JSON lines, Parquet or npy, or of the rows of a query,"
          + " without any settings.",
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
      names = "--test-query",
      paramLabel = "SELECT",
      description = "In place of --test: a query of the test rows.")
  @Nullable String testQuery;

  @Option(
      names = "--time",
      paramLabel = "DURATION",
      description = "Expected time of the training at most, such as 10m.")
  @Nullable String time;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description =
          "Memory of this process at most, such as 4g (default: nine tenths of the machine's).")
  @Nullable String memory;

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
    PrintWriter out = spec.commandLine().getOut();
    if (table.ofQuery()) {
      output = directory(table.rows().name(Optional.ofNullable(table.name)), paths);
      if (flink.onCluster()) {
        return submit(output, 1); // only there the query tells what the training takes
      }
    }
    ProposedRun proposed = table.proposed(paths, output, out);
    TrainConfig config =
        new ConfigLoader()
            .reload("filbert fit", proposed.automatic(test()), settings(), TrainConfig.class);
    String target = directory(config.name(), paths);
    if (flink.onCluster()) {
      return submit(target, config.workers());
    }
    out.println(proposed.described());
    proposed.columns().remarks(proposed.label()).forEach(remark -> out.println("  " + remark));
    RunStart start = RunStart.of(target, config, paths);
    Configuration settings = FlinkOptions.configuration();
    TrainConfig kept = new QueryRows(paths, settings, out).kept(config, start);
    new FitJob(kept, start.paths(paths), settings).run(start, out);
    return 0;
  }

  private String directory(String name, ProjectPaths paths) {
    RunDirectoryOption directory = new RunDirectoryOption();
    directory.given = output;
    return directory.of(name, paths);
  }

  private int submit(String target, int slots) throws InterruptedException {
    List<String> originals = spec.root().commandLine().getParseResult().originalArgs();
    List<String> arguments = new ArrayList<>(FlinkOptions.withoutCluster(originals));
    if (!spec.commandLine().getParseResult().hasMatchedOption("--out")) {
      arguments.addAll(List.of("--out", target));
    }
    return flink.submit(spec, arguments, slots);
  }

  private Optional<ProposedRows> test() {
    if (test != null && testQuery != null) {
      throw new ConfigException("--test-query: found with --test, allowed one of them");
    }
    return testQuery == null
        ? Optional.ofNullable(test).map(ProposedRows::ofFile)
        : Optional.of(
            new ProposedRows(Optional.empty(), table.rows().sql(), Optional.of(testQuery)));
  }

  private List<String> settings() {
    List<String> settings = new ArrayList<>(overrides);
    if (time != null) {
      settings.add("budget.time=" + JsonText.write(time));
    }
    if (memory != null) {
      settings.add("memory=" + JsonText.write(memory));
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
