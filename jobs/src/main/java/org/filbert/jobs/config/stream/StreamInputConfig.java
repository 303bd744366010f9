package org.filbert.jobs.config.stream;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.filbert.connectors.file.DataFormat;
import org.filbert.jobs.config.section.KafkaInputConfig;

/**
 * Where a stream comes from: a file, a topic, or first a file and then a topic.
 *
 * @param file The records of a file, one after the other.
 * @param kafka The records of a Kafka topic; with {@code file}, which is then the history, those
 *     that follow it.
 */
public record StreamInputConfig(Optional<FileStreamConfig> file, Optional<KafkaInputConfig> kafka) {
  public StreamInputConfig {
    if (file.isEmpty() && kafka.isEmpty()) {
      throw new IllegalArgumentException("file and kafka are both missing, must be one or both");
    }
  }

  /** The same, feature columns that are not named being those of a format. */
  StreamInputConfig withColumnsOf(DataFormat other) {
    return new StreamInputConfig(file.map(source -> source.withColumnsOf(other)), kafka);
  }

  /** The key of a format whose records have no columns that can be taken cell by cell. */
  Optional<String> keyWithoutColumns() {
    Map<String, DataFormat> formats = new LinkedHashMap<>();
    file.ifPresent(source -> formats.put("input.file.format", source.format()));
    kafka.ifPresent(source -> formats.put("input.kafka.record", source.record()));
    return formats.entrySet().stream()
        .filter(each -> !each.getValue().hasColumns())
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** How the rows are written, those of the file if there is one. */
  public DataFormat format() {
    return file.map(FileStreamConfig::format)
        .or(() -> kafka.map(KafkaInputConfig::record))
        .orElseThrow();
  }
}
