package org.filbert.jobs.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.query.QueryRows;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Rows of a query in place of those of a file. */
final class QueryOption {
  /** The option, for messages. */
  static final String NAME = "--query";

  @Option(
      names = NAME,
      paramLabel = "SELECT",
      description = "In place of a file: a query of Flink SQL for the rows.")
  private @Nullable String query;

  @Option(
      names = "--sql",
      paramLabel = "FILE",
      description = "SQL statements that are run before the query: tables, functions, settings.")
  private @Nullable String sql;

  boolean isGiven() {
    return query != null;
  }

  /** Whether statements are given that nothing follows. */
  boolean lacksQuery() {
    return sql != null && query == null;
  }

  Optional<String> query() {
    return Optional.ofNullable(query);
  }

  Optional<String> script() {
    return Optional.ofNullable(sql);
  }

  /**
   * Runs the query and keeps its rows.
   *
   * @param out says how many there are
   */
  void keep(ProjectPaths paths, PrintWriter out, String file) throws IOException {
    new QueryRows(paths, FlinkOptions.configuration(), out)
        .keep(NAME, script(), query().orElseThrow(), file);
  }
}
