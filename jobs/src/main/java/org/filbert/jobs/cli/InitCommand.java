package org.filbert.jobs.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.ProposedRun;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code filbert init}. */
@Command(
    name = "init",
    footerHeading = Filbert.EXAMPLES,
    footer = {
      "  filbert init adult.csv --label income",
      "  filbert init houses.csv --label price --task regression --out houses.yaml",
      "  filbert init adult.csv --label income --stream"
    },
    description = {
      "Write a configuration for a file of CSV, JSON lines, Parquet or npy, or for the rows of a"
          + " query, which train runs as it is.",
      "It says what each column is, holds out a fifth of the rows, and lists widths and ridges"
          + " to choose from. The first million rows are looked at."
    })
final class InitCommand implements Callable<Integer> {
  @Mixin TableOption table = new TableOption();

  @Option(
      names = "--out",
      paramLabel = "CONFIG",
      description = "The configuration (default: the file's name with .yaml, in this directory).")
  @Nullable String output;

  @Option(
      names = "--stream",
      description = "For train-online, which learns from the rows one after the other.")
  boolean stream;

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    ProjectPaths paths = ProjectPaths.ofProcess();
    PrintWriter out = spec.commandLine().getOut();
    ProposedRun run =
        table.ofQuery() ? table.proposedOfQuery(paths, out) : table.proposed(paths, null, out);
    String name = output != null ? output : run.name() + ".yaml";
    OutputFile config = new OutputFile("--out", name);
    if (Files.exists(config.path())) {
      throw new ConfigException(
          name + ": is there already; remove it, or name another file by --out");
    }
    String yaml = stream ? run.ofStream() : run.yaml();
    Class<?> kind = stream ? OnlineConfig.class : TrainConfig.class;
    new ConfigLoader().parse(name, yaml, kind);
    config.write(yaml);
    print(run, name);
    return 0;
  }

  private void print(ProposedRun run, String name) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(name + ": " + run.described());
    out.println("next:");
    out.println("  ./filbert " + (stream ? "train-online " : "train ") + name);
    out.println("  ./filbert evaluate --model " + run.name() + " --input OTHER-ROWS.csv");
    out.println(
        "  ./filbert predict --model "
            + run.name()
            + " --input NEW-ROWS.csv"
            + (run.columns().hasHeader() ? "" : " --no-label")
            + " --output predictions.csv");
    out.flush();
  }
}
