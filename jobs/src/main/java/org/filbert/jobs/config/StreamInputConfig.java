package org.filbert.jobs.config;

import java.util.Optional;

/**
 * Where a stream comes from; one of them.
 *
 * @param file records of a file, as if they came in one after the other
 */
public record StreamInputConfig(Optional<FileStreamConfig> file, Optional<KafkaInputConfig> kafka) {
  public StreamInputConfig {
    if (file.isPresent() == kafka.isPresent()) {
      throw new IllegalArgumentException(
          (file.isPresent() ? "file and kafka are both given" : "file and kafka are both missing")
              + ", must be exactly one of them");
    }
  }
}
