package org.filbert.jobs.query;

import java.io.IOException;
import java.util.Optional;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.fs.Path;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.catalog.Catalog;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.filbert.connectors.parquet.ParquetFile;
import org.filbert.jobs.config.yaml.ConfigException;

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
    TableSession session = session(flink);
    this.tables = session.tables();
    script.ifPresent(statements -> session.run(statements, TableResult::await));
  }

  /**
   * Takes the tables of a catalog.
   *
   * @param name of the catalog, which its views use
   */
  @SuppressWarnings("deprecation") // what took its place makes a catalog from options
  public QueryTable(Configuration flink, String name, Catalog catalog) {
    this.tables = session(flink).tables();
    tables.registerCatalog(name, catalog);
    tables.useCatalog(name);
  }

  private static TableSession session(Configuration flink) {
    return TableSession.of(
        flink, 1, RuntimeExecutionMode.BATCH, "the rows are kept before they are used");
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
      throw TableSession.failed(origin, e);
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
}
