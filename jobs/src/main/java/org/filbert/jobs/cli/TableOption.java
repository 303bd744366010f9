package org.filbert.jobs.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.parquet.InferredTable;
import org.filbert.connectors.read.Input;
import org.filbert.connectors.text.InferredColumns;
import org.filbert.jobs.config.ProposedRows;
import org.filbert.jobs.config.ProposedRun;
import org.filbert.jobs.config.section.ModelConfig;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.query.QueryRows;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.jobs.run.RunStart;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A table and what is to be predicted of it. */
final class TableOption {
  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description = "The file of CSV, JSON lines, Parquet or npy. Required without --query.")
  @Nullable String file;

  @Mixin QueryOption query = new QueryOption();

  @Option(
      names = "--label",
      required = true,
      paramLabel = "COLUMN",
      description = "Name or number of the column to be predicted.")
  String label = "";

  @Option(
      names = "--task",
      paramLabel = "classification|regression",
      description =
          "What is predicted (default: regression if the column has many different numbers).")
  @Nullable String task;

  @Option(
      names = "--weight",
      paramLabel = "COLUMN",
      description =
          "Name or number of a column of weights: a row of weight 2 counts as if it were there"
              + " twice.")
  @Nullable String weight;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "Name of the run and of its model (default: that of the file).")
  @Nullable String name;

  boolean ofQuery() {
    return query.isGiven();
  }

  /** Where the rows are. */
  ProposedRows rows() {
    if (file != null && query.isGiven()) {
      throw new ConfigException("--query: found with the file " + file + ", allowed one of them");
    }
    return new ProposedRows(Optional.ofNullable(file), query.script(), query.query());
  }

  /**
   * Looks at the table. The rows of a query are kept in a run directory.
   *
   * @param directory of the run; null if there is none yet, which a query needs
   */
  ProposedRun proposed(ProjectPaths paths, @Nullable String directory, PrintWriter out)
      throws IOException {
    ProposedRows rows = rows();
    if (!query.isGiven() || directory == null) {
      return proposed(rows, paths.resolveData(rows.path().orElseThrow()));
    }
    RunStart.requireFree(directory);
    String kept = QueryRows.place(directory, "train");
    query.keep(paths, out, kept);
    return proposed(rows.keptIn(kept), kept);
  }

  /** Looks at the rows of a query, and forgets them. */
  ProposedRun proposedOfQuery(ProjectPaths paths, PrintWriter out) throws IOException {
    Path temporary = Files.createTempDirectory("filbert-rows-");
    try {
      ProposedRun run = proposed(paths, temporary.toString(), out);
      return new ProposedRun(run.name(), rows(), run.columns(), run.label(), run.task());
    } finally {
      new RunDirectory(temporary.toString()).delete("");
    }
  }

  private ProposedRun proposed(ProposedRows rows, String place) throws IOException {
    Optional<String> given = Optional.ofNullable(name);
    given.ifPresent(ModelConfig::requireName);
    return ProposedRun.of(given, rows, columns(place), label, task());
  }

  private InferredColumns columns(String place) throws IOException {
    InferredColumns columns = InferredTable.of(Input.first(place));
    if (weight != null) {
      if (weight.equals(label)) {
        throw new IllegalArgumentException(
            "--weight: found " + weight + ", the label, allowed another column");
      }
      columns.weigh(weight);
    }
    return columns;
  }

  private Optional<TaskKind> task() {
    try {
      return Optional.ofNullable(task).map(each -> TaskKind.valueOf(each.toUpperCase(Locale.ROOT)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--task: found " + task + ", allowed classification or regression", e);
    }
  }
}
