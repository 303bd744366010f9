package org.filbert.jobs.query;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.table.api.ResultKind;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.api.internal.TableResultInternal;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.utils.print.PrintStyle;
import org.apache.flink.util.CloseableIterator;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.config.yaml.ProjectPaths;

/**
 * Runs the statements of files and prints what they answer. A statement begins when the job of the
 * one before has ended.
 */
public final class ScriptRun {
  private static final int WIDEST = 120;

  private final Configuration flink;
  private final int parallelism;
  private final PrintWriter out;

  /**
   * Prepares a run.
   *
   * @param flink settings for an embedded Flink, or additions to those of the cluster
   * @param parallelism tasks of an operator, unless the script sets another number
   * @param out gets the answers
   */
  public ScriptRun(Configuration flink, int parallelism, PrintWriter out) {
    this.flink = flink;
    this.parallelism = parallelism;
    this.out = out;
  }

  /**
   * Runs files one after the other in one session: what one makes, the next ones have.
   *
   * @throws ConfigException if a statement fails, with its line
   */
  public void run(List<String> files, ProjectPaths paths) throws IOException {
    List<Script> scripts = new ArrayList<>();
    for (String file : files) {
      scripts.add(Script.read(file, paths.resolve(file)));
    }
    RuntimeExecutionMode mode = mode(scripts);
    boolean stream = mode == RuntimeExecutionMode.STREAMING;
    TableSession session =
        TableSession.of(flink, parallelism, mode, "a session has one mode, that of its first SET");
    scripts.forEach(script -> session.run(script, result -> print(result, stream)));
  }

  /** What the scripts set first; streaming, as of Flink, unless they do. */
  private static RuntimeExecutionMode mode(List<Script> scripts) {
    String found =
        scripts.stream()
            .flatMap(script -> script.statements().stream())
            .flatMap(statement -> statement.setting().stream())
            .filter(setting -> setting.key().equals(ExecutionOptions.RUNTIME_MODE.key()))
            .map(Script.Setting::value)
            .findFirst()
            .orElse("streaming");
    return switch (found.toLowerCase(Locale.ROOT)) {
      case "streaming" -> RuntimeExecutionMode.STREAMING;
      case "batch" -> RuntimeExecutionMode.BATCH;
      default ->
          throw new ConfigException(
              "'%s': found '%s', allowed streaming or batch"
                  .formatted(ExecutionOptions.RUNTIME_MODE.key(), found));
    };
  }

  private void print(TableResult result, boolean stream)
      throws ExecutionException, InterruptedException {
    if (result.getResultKind() == ResultKind.SUCCESS) {
      return; // says "OK" alone
    }
    StatementJob job = new StatementJob(result);
    if (result.getJobClient().isPresent() && !isQuery(result)) {
      job.await();
      return;
    }
    job.during(() -> rows((TableResultInternal) result, stream));
  }

  /** An INSERT answers a number of rows that is not known. */
  private static boolean isQuery(TableResult result) {
    return result.getResolvedSchema().getColumns().stream()
        .anyMatch(column -> !column.getName().contains("."));
  }

  /** Rows of a stream are printed as they come, those of a table when all are there. */
  @SuppressWarnings("try") // close() may be interrupted, as everything here
  private void rows(TableResultInternal result, boolean stream) {
    boolean changes = stream && result.getJobClient().isPresent();
    PrintStyle style =
        changes
            ? PrintStyle.tableauWithTypeInferredColumnWidths(
                result.getResolvedSchema(),
                result.getRowDataToStringConverter(),
                PrintStyle.DEFAULT_MAX_COLUMN_WIDTH,
                false,
                true)
            : PrintStyle.tableauWithDataInferredColumnWidths(
                result.getResolvedSchema(),
                result.getRowDataToStringConverter(),
                WIDEST,
                false,
                false);
    try (CloseableIterator<RowData> rows = result.collectInternal()) {
      style.print(rows, out);
      out.flush();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
