package org.filbert.jobs.config.stream;

import java.util.Optional;
import org.filbert.connectors.file.DataFormat;
import org.filbert.jobs.config.section.KafkaInputConfig;

/**
 * Where a stream comes from; one of them.
 *
 * @param file The records of a file, one after the other.
 * @param kafka In place of {@code file}: the records of a Kafka topic.
 */
public record StreamInputConfig(Optional<FileStreamConfig> file, Optional<KafkaInputConfig> kafka) {
  public StreamInputConfig {
    if (file.isPresent() == kafka.isPresent()) {
      throw new IllegalArgumentException(
          (file.isPresent() ? "file and kafka are both given" : "file and kafka are both missing")
              + ", must be exactly one of them");
    }
  }

  /** The same, feature columns that are not named being those of a format. */
  StreamInputConfig withColumnsOf(DataFormat other) {
    return new StreamInputConfig(file.map(source -> source.withColumnsOf(other)), kafka);
  }

  /** How the rows are written. */
  public DataFormat format() {
    return file.map(FileStreamConfig::format)
        .or(() -> kafka.map(KafkaInputConfig::record))
        .orElseThrow();
  }
}
