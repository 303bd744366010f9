package org.filbert.jobs.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.query.QueryRows;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.jobs.scoring.JsonText;
import org.filbert.jobs.training.plan.PlanJob;
import org.filbert.jobs.training.plan.PlannedRun;
import org.filbert.train.Forecast;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code filbert plan CONFIG}. */
@Command(
    name = "plan",
    footerHeading = Filbert.EXAMPLES,
    footer = {
      "  filbert plan conf/letter.yaml",
      "  filbert plan conf/letter.yaml --rows 1000000 --parallelism 64 --machines 16",
      "  filbert plan conf/letter.yaml --scale",
      "  filbert plan conf/letter.yaml --set budget.time=5m --json"
    },
    description = {
      "Say what a training would take: memory, disk, operations, messages and time, for this"
          + " configuration and for other systems and solvers.",
      "The rows are read and this machine is measured for a few seconds; nothing is trained. A plan"
          + " that does not fit is refused as train refuses it."
    })
final class PlanCommand implements Callable<Integer> {
  private static final double BITS = 8e-9;
  private static final double MILLIS = 1e3;

  @Mixin ConfigOptions config = new ConfigOptions();

  @Option(
      names = "--rows",
      paramLabel = "N",
      description =
          "Plan for N training rows like those of the configuration, of which only the first are"
              + " read (default: as many as there are).")
  @Nullable Long rows;

  @Option(
      names = "--parallelism",
      paramLabel = "P",
      description =
          "Workers of all machines together (default: the configuration's, on each machine).")
  @Nullable Integer parallelism;

  @Option(
      names = "--machines",
      paramLabel = "M",
      defaultValue = "1",
      description = "Machines, all like this one (default: ${DEFAULT-VALUE}).")
  int machines;

  @Option(
      names = "--bandwidth",
      paramLabel = "GBIT",
      defaultValue = "10",
      description = "Network of each of several machines, in Gbit/s (default: ${DEFAULT-VALUE}).")
  double bandwidth;

  @Option(
      names = "--latency",
      paramLabel = "MILLIS",
      defaultValue = "1",
      description =
          "Time of a small message to all workers and back, on several machines, in ms (default:"
              + " ${DEFAULT-VALUE}).")
  double latency;

  @Option(
      names = "--scale",
      description = "Plan also for up to 10,000,000 rows, and for up to 128 workers.")
  boolean scale;

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    Path temporary = Files.createTempDirectory("filbert-rows-");
    try {
      ProjectPaths paths = ProjectPaths.ofProcess();
      TrainConfig run = config.load(TrainConfig.class, new StoreOption());
      PrintWriter err = spec.commandLine().getErr();
      plan(
          new QueryRows(paths, FlinkOptions.configuration(), err)
              .kept(run, temporary.toString(), true),
          paths);
      return 0;
    } finally {
      new RunDirectory(temporary.toString()).delete("");
    }
  }

  private void plan(TrainConfig run, ProjectPaths paths) throws IOException {
    PlannedRun planned =
        new PlanJob(
                run,
                paths,
                new PlanJob.Question(
                    rows == null ? OptionalLong.empty() : OptionalLong.of(rows),
                    parallelism == null ? OptionalInt.empty() : OptionalInt.of(parallelism),
                    machines,
                    new Forecast.Network(bandwidth / BITS, latency / MILLIS),
                    scale))
            .run();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(JsonText.indented(planned));
    } else {
      planned.lines().forEach(out::println);
      print(out, planned.alternatives());
      if (!planned.alternatives().isEmpty()) {
        out.println(planned.advice());
      }
      print(out, planned.larger());
    }
    out.flush();
    planned.check();
  }

  private static void print(PrintWriter out, List<List<String>> table) {
    if (!table.isEmpty()) {
      out.println();
      new TextTable(table).print(out);
    }
  }
}
