package org.filbert.jobs.query;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.core.fs.Path;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.SqlParserException;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.catalog.Catalog;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.filbert.connectors.parquet.ParquetFile;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.run.Causes;
import org.filbert.jobs.run.EmbeddedFlink;

/**
 * Runs queries as bounded jobs, on the Flink that this process runs with, and keeps their rows. A
 * query has one task at a time unless its script says otherwise, so that its rows come in the order
 * of what it reads.
 */
public final class QueryTable {
  private final TableEnvironment tables;

  /**
   * Runs the statements of a script.
   *
   * @param flink settings for an embedded Flink, or additions to those of the cluster
   * @throws ConfigException if one of them fails
   */
  QueryTable(Configuration flink, Optional<Script> script) {
    this(flink, 1, RuntimeExecutionMode.BATCH, script);
  }

  /**
   * The same in a mode of Flink.
   *
   * @param parallelism tasks of an operator, unless the script sets another number
   * @param mode in streaming, tables may be unbounded
   */
  QueryTable(
      Configuration flink, int parallelism, RuntimeExecutionMode mode, Optional<Script> script) {
    this.tables = tables(flink, parallelism, mode);
    script.ifPresent(statements -> run(statements, mode));
  }

  /**
   * Takes the tables of a catalog.
   *
   * @param name of the catalog, which its views use
   */
  @SuppressWarnings("deprecation") // what took its place makes a catalog from options
  public QueryTable(Configuration flink, String name, Catalog catalog) {
    this.tables = tables(flink, 1, RuntimeExecutionMode.BATCH);
    tables.registerCatalog(name, catalog);
    tables.useCatalog(name);
  }

  private static TableEnvironment tables(
      Configuration flink, int parallelism, RuntimeExecutionMode mode) {
    Configuration settings = new Configuration(flink);
    settings.set(ExecutionConfigOptions.TABLE_EXEC_RESOURCE_DEFAULT_PARALLELISM, parallelism);
    EmbeddedFlink.configure(settings, parallelism);
    settings.set(ExecutionOptions.RUNTIME_MODE, mode);
    return TableEnvironment.create(
        EnvironmentSettings.newInstance().withConfiguration(settings).build());
  }

  private static void requireMode(
      String origin, Script.Setting setting, RuntimeExecutionMode mode) {
    if (setting.key().equals(ExecutionOptions.RUNTIME_MODE.key())
        && !setting.value().equalsIgnoreCase(mode.name())) {
      throw new ConfigException(
          "%s: found '%s' = '%s', allowed %s, as %s"
              .formatted(
                  origin,
                  setting.key(),
                  setting.value(),
                  mode.name().toLowerCase(Locale.ROOT),
                  mode == RuntimeExecutionMode.BATCH
                      ? "the rows are kept before they are used"
                      : "Flink has ML_PREDICT in streams alone, which end with a bounded table"));
    }
  }

  /** The tables that the script has made. */
  TableEnvironment tables() {
    return tables;
  }

  private void run(Script script, RuntimeExecutionMode mode) {
    for (Script.Statement statement : script.statements()) {
      Optional<Script.Setting> setting = statement.setting();
      if (setting.isPresent()) {
        requireMode(script.name() + ":" + statement.line(), setting.get(), mode);
        tables.getConfig().set(setting.get().key(), setting.get().value());
        continue;
      }
      try {
        tables.executeSql(statement.text()).await();
      } catch (ValidationException | TableException | SqlParserException e) {
        throw failed(script.name() + ":" + statement.line(), e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ConfigException(script.name() + ": the script was interrupted");
      } catch (ExecutionException e) {
        throw failed(script.name() + ":" + statement.line(), e);
      }
    }
  }

  /**
   * Writes the rows of a query. The file appears with all of them or not at all.
   *
   * @param origin of the query, for messages
   * @return their number
   * @throws ConfigException if the query fails, or has columns that are not read
   */
  public long keep(String origin, String query, Path file) throws IOException {
    try {
      Table table = tables.sqlQuery(query);
      RowType type = (RowType) table.getResolvedSchema().toPhysicalRowDataType().getLogicalType();
      QueryColumns columns = QueryColumns.of(origin, type);
      file.getFileSystem().mkdirs(file.getParent());
      return write(origin, table, columns, file);
    } catch (IOException | ConfigException e) {
      throw e;
    } catch (ArithmeticException e) {
      throw new ConfigException(
          origin
              + ": found a time out of range, allowed years 1677 to 2262 in nanoseconds, as of"
              + " CAST(... AS TIMESTAMP(6)) any");
    } catch (Exception e) {
      throw failed(origin, e);
    }
  }

  private static long write(String origin, Table table, QueryColumns columns, Path file)
      throws Exception {
    CloseableIterator<Row> rows = table.execute().collect();
    try (ParquetFile kept = new ParquetFile(file, columns.written())) {
      while (rows.hasNext()) {
        kept.add(columns.values(rows.next()));
      }
      if (kept.rows() == 0) {
        throw new ConfigException(origin + ": found no rows, allowed one or more");
      }
      kept.publish();
      return kept.rows();
    } finally {
      rows.close();
    }
  }

  /** The innermost message, on a line. */
  private static String reason(Throwable e) {
    List<Throwable> causes = Causes.of(e);
    return String.valueOf(causes.get(causes.size() - 1).getMessage()).replaceAll("\\s+", " ");
  }

  /** The failure of a statement, on a line. */
  static ConfigException failed(String origin, Throwable e) {
    return new ConfigException(origin + ": " + reason(e), e);
  }
}
