package org.filbert.jobs.config.section;

import java.util.List;
import java.util.Optional;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.RowRange;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.DataSet;
import org.filbert.connectors.parquet.Parquet;
import org.filbert.data.Role;
import org.filbert.jobs.config.yaml.ProjectPaths;

/**
 * Labelled rows in a file or directory, or of a query.
 *
 * @param path A file, plain or compressed ({@code .gz}, {@code .bz2}, {@code .xz}), or a directory
 *     of files. With {@code query}: the Parquet file that keeps its rows, which are read from there
 *     once it exists; in the run directory unless named.
 * @param format How the records are written; it must say where the label is. That of a query is
 *     {@code parquet}, with the names of its columns.
 * @param rows Records of a single file, counted from 1. Default: all
 * @param sql A file of SQL statements that are run before the query: tables, functions, settings.
 * @param query A {@code SELECT} of Flink SQL, whose result is bounded.
 */
public record DataSource(
    Optional<String> path,
    DataFormat format,
    Optional<RowRange> rows,
    Optional<String> sql,
    Optional<String> query) {
  public DataSource {
    requireRows(path, sql, query);
    if (!format.hasLabel()) {
      throw new IllegalArgumentException("format lacks the place of the label");
    }
    requireParquet(format, query);
  }

  /** Rows of files. */
  public DataSource(String path, DataFormat format, Optional<RowRange> rows) {
    this(Optional.of(path), format, rows, Optional.empty(), Optional.empty());
  }

  /** Refuses a source that names no rows. */
  public static void requireRows(
      Optional<String> path, Optional<String> sql, Optional<String> query) {
    if (path.filter(String::isBlank).isPresent()) {
      throw new IllegalArgumentException("path is empty, must be a file or directory");
    }
    if (query.filter(String::isBlank).isPresent()) {
      throw new IllegalArgumentException("query is empty, must be a SELECT of Flink SQL");
    }
    if (path.isEmpty() && query.isEmpty()) {
      throw new IllegalArgumentException(
          "path is missing, must be a file or directory; or query, a SELECT of Flink SQL");
    }
    if (sql.isPresent() && query.isEmpty()) {
      throw new IllegalArgumentException("sql is given without query, which it prepares");
    }
  }

  /** Refuses another format than that which a query's rows are kept in. */
  public static void requireParquet(DataFormat format, Optional<String> query) {
    if (query.isPresent() && !(format instanceof Parquet)) {
      throw new IllegalArgumentException(
          "format is not parquet, which the rows of a query are kept in: {type: parquet, label:"
              + " ...}");
    }
  }

  /** The same with the feature columns that another format names, unless its own names them. */
  public DataSource withColumnsOf(DataFormat other) {
    return new DataSource(path, format.withColumnsOf(other), rows, sql, query);
  }

  /** What the connectors read, its paths resolved. */
  public DataSet toDataSet(Role role, OnBadRecord onBadRecord, TaskKind task, ProjectPaths paths) {
    return new DataSet(
        List.of(
            paths.resolveData(
                path.orElseThrow(
                    () -> new IllegalStateException("the query has not been run: " + query)))),
        format.withLabelFile(paths::resolveData),
        rows.orElse(null),
        role,
        onBadRecord,
        task,
        true);
  }
}
