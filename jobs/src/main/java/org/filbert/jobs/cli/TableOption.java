package org.filbert.jobs.cli;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.parquet.InferredTable;
import org.filbert.connectors.read.Input;
import org.filbert.connectors.text.InferredColumns;
import org.filbert.jobs.config.ProposedRun;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A table and what is to be predicted of it. */
final class TableOption {
  @Parameters(paramLabel = "FILE", description = "The file of CSV, JSON lines, Parquet or npy.")
  String file = "";

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

  /** Looks at the table. */
  ProposedRun proposed(ProjectPaths paths) throws IOException {
    InferredColumns columns = InferredTable.of(Input.first(paths.resolveData(file)));
    if (weight != null) {
      if (weight.equals(label)) {
        throw new IllegalArgumentException(
            "--weight: found " + weight + ", the label, allowed another column");
      }
      columns.weigh(weight);
    }
    return ProposedRun.of(file, columns, label, task());
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
