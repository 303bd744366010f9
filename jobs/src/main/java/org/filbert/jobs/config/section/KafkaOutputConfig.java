package org.filbert.jobs.config.section;

import java.util.Optional;

/**
 * Kafka topics that a run writes, on the brokers of its input.
 *
 * @param predictions Topic for predictions.
 * @param deadLetters Topic for records that cannot be used. Default: the first of them ends the run
 */
public record KafkaOutputConfig(Optional<String> predictions, Optional<String> deadLetters) {
  public KafkaOutputConfig {
    predictions.ifPresent(topic -> KafkaInputConfig.requireText("predictions", topic));
    deadLetters.ifPresent(topic -> KafkaInputConfig.requireText("deadLetters", topic));
  }
}
