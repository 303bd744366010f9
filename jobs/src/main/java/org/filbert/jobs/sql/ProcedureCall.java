package org.filbert.jobs.sql;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.procedure.ProcedureContext;
import org.filbert.connectors.file.Location;
import org.filbert.jobs.cli.Filbert;
import org.filbert.jobs.query.QueryTable;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.sql.FilbertCatalog;
import org.jspecify.annotations.Nullable;

/**
 * A call of a procedure: its tables are those of the catalog, its jobs run on the session's
 * cluster, its files are beside the store.
 *
 * @param directory of the run, in {@code runs} beside the store
 */
record ProcedureCall(FilbertCatalog catalog, StreamExecutionEnvironment flink, String directory) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS", Locale.ROOT);

  /**
   * The session of a call.
   *
   * @param name of the run
   */
  static ProcedureCall of(FilbertCatalog catalog, ProcedureContext context, String name) {
    Path runs = new Path(Location.of(catalog.root()).getParent(), "runs");
    String directory =
        new Path(runs, name + "-" + TIME.format(LocalDateTime.now(ZoneOffset.UTC))).toString();
    return new ProcedureCall(catalog, context.getExecutionEnvironment(), directory);
  }

  /** Settings of an argument, which semicolons separate. */
  static List<String> settings(@Nullable String argument) {
    return argument == null
        ? List.of()
        : Stream.of(argument.split(";"))
            .map(String::strip)
            .filter(setting -> !setting.isEmpty())
            .toList();
  }

  /**
   * Keeps the rows of a table in a file of the run.
   *
   * @param argument that names the table, for messages
   * @return the file
   */
  String keep(String argument, String table) throws Exception {
    RunDirectory run = new RunDirectory(directory).below(RunDirectory.ROWS);
    String file = run + "/" + argument + ".parquet";
    return SessionEnvironment.within(
        flink,
        () -> {
          new QueryTable((Configuration) flink.getConfiguration(), catalog.getName(), catalog)
              .keep(argument, "SELECT * FROM " + table, Location.of(file));
          return file;
        });
  }

  /**
   * Runs a command with the store of the catalog.
   *
   * @return what it prints
   * @throws ValidationException if it fails
   */
  String run(String command, List<String> arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(arguments);
    all.addAll(List.of("--store", catalog.root()));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        SessionEnvironment.within(
            flink,
            () ->
                Filbert.run(
                    new PrintWriter(out), new PrintWriter(err), all.toArray(String[]::new)));
    if (exitCode != 0) {
      throw new ValidationException(err.toString().strip());
    }
    return out.toString();
  }

  /** Deletes the files of the run. */
  void forget() throws IOException {
    new RunDirectory(directory).delete("");
  }
}
