package org.filbert.jobs.config.stream;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.file.DataFormat;
import org.filbert.jobs.config.section.DataSource;

/**
 * A query of Flink SQL as a stream. Its tables may be unbounded.
 *
 * @param script A file of SQL statements that are run before the query: tables, functions,
 *     settings.
 * @param query A {@code SELECT} of Flink SQL, whose result only grows.
 * @param format What the columns of the query are: {@code parquet}, with their names and at most
 *     one label.
 * @param id Column with the id of a row, which is no feature. Default: the number of the row
 * @param onBadRecord Whether a row that cannot be used ends the run or goes to {@code
 *     dead-letters/}.
 */
public record QueryStreamConfig(
    Optional<String> script,
    String query,
    DataFormat format,
    Optional<String> id,
    @JsonProperty(defaultValue = "fail") OnBadRecord onBadRecord) {
  public QueryStreamConfig {
    DataSource.requireRows(Optional.empty(), script, Optional.of(query));
    DataSource.requireParquet(format, Optional.of(query));
    FileStreamConfig.requireOneLabel(format);
  }

  /** The same with the feature columns that another format names, unless its own names them. */
  QueryStreamConfig withColumnsOf(DataFormat other) {
    return new QueryStreamConfig(script, query, format.withColumnsOf(other), id, onBadRecord);
  }
}
