package org.filbert.jobs.config.stream;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.filbert.connectors.file.DataFormat;
import org.filbert.jobs.config.section.KafkaInputConfig;

/**
 * Where a stream comes from: a file, a topic, first a file and then a topic, or a query.
 *
 * @param file The records of a file, one after the other.
 * @param kafka The records of a Kafka topic; with {@code file}, which is then the history, those
 *     that follow it.
 * @param sql The rows of a query of Flink SQL, in place of {@code file} and {@code kafka}.
 */
public record StreamInputConfig(
    Optional<FileStreamConfig> file,
    Optional<KafkaInputConfig> kafka,
    Optional<QueryStreamConfig> sql) {
  public StreamInputConfig {
    boolean records = file.isPresent() || kafka.isPresent();
    if (!records && sql.isEmpty()) {
      throw new IllegalArgumentException(
          "file and kafka are both missing, must be one or both; or sql, a query");
    }
    if (records && sql.isPresent()) {
      throw new IllegalArgumentException("sql is given with file or kafka, must be alone");
    }
  }

  /** The same, feature columns that are not named being those of a format. */
  StreamInputConfig withColumnsOf(DataFormat other) {
    return new StreamInputConfig(
        file.map(source -> source.withColumnsOf(other)),
        kafka,
        sql.map(source -> source.withColumnsOf(other)));
  }

  /** The key of a format whose records have no columns that can be taken cell by cell. */
  Optional<String> keyWithoutColumns() {
    Map<String, DataFormat> formats = new LinkedHashMap<>();
    file.ifPresent(source -> formats.put("input.file.format", source.format()));
    kafka.ifPresent(source -> formats.put("input.kafka.record", source.record()));
    sql.ifPresent(source -> formats.put("input.sql.format", source.format()));
    return formats.entrySet().stream()
        .filter(each -> !each.getValue().hasColumns())
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** How the rows are written, those of the file if there is one. */
  public DataFormat format() {
    return file.map(FileStreamConfig::format)
        .or(() -> kafka.map(KafkaInputConfig::record))
        .or(() -> sql.map(QueryStreamConfig::format))
        .orElseThrow();
  }
}
