package org.filbert.jobs.config.training;

import java.util.Optional;
import org.filbert.connectors.RowRange;
import org.filbert.connectors.file.DataFormat;
import org.filbert.jobs.config.section.DataSource;

/**
 * Labelled rows that are not learned from.
 *
 * @param format How the records are written. Default: as those of {@code train}
 * @param sql A file of SQL statements that are run before the query. Default: that of {@code train}
 * @see DataSource
 */
record HeldOutSource(
    Optional<String> path,
    Optional<DataFormat> format,
    Optional<RowRange> rows,
    Optional<String> sql,
    Optional<String> query) {
  HeldOutSource {
    DataSource.requireRows(path, sql, query);
    Optional<String> kept = path;
    Optional<String> script = sql;
    Optional<String> select = query;
    format.ifPresent(own -> new DataSource(kept, own, rows, script, select)); // checks them
  }

  /** The rows with their format. */
  DataSource beside(DataSource train) {
    return new DataSource(
        path,
        format.orElse(train.format()),
        rows,
        query.isPresent() ? sql.or(train::sql) : sql,
        query);
  }

  /** The same with the feature columns that a format names, unless its own names them. */
  HeldOutSource withColumnsOf(DataFormat other) {
    return new HeldOutSource(path, format.map(own -> own.withColumnsOf(other)), rows, sql, query);
  }

  /** Refuses to take the training rows' file of labels, or their format, where it does not fit. */
  void requireFormat(String key, DataSource train) {
    if (format.isEmpty() && train.format().labelFile().isPresent()) {
      throw new IllegalArgumentException(
          key + ".format is missing, must name the file of labels, as that of train has others");
    }
    if (format.isEmpty()) {
      try {
        DataSource.requireParquet(train.format(), query);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(key + "." + e.getMessage(), e);
      }
    }
  }
}
