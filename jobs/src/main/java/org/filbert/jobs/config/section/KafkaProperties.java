package org.filbert.jobs.config.section;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Map;
import org.filbert.connectors.kafka.Secrets;

/**
 * Properties of Kafka's clients by their own names. Secret values are read but never written: a
 * configuration that is stored or printed has {@value Secrets#HIDDEN} in their places.
 */
public record KafkaProperties(Map<String, String> values) {
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public KafkaProperties {
    values = Map.copyOf(values);
  }

  /** What may be shown. */
  @JsonValue
  Map<String, String> masked() {
    return Secrets.masked(values);
  }

  @Override
  public String toString() {
    return masked().toString();
  }
}
