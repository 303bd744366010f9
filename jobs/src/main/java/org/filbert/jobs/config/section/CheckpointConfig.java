package org.filbert.jobs.config.section;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.Optional;
import org.filbert.jobs.config.yaml.DurationText;

/**
 * How a run survives failures.
 *
 * @param interval Time between checkpoints, at least 10ms.
 * @param directory Directory that all workers see. Default: {@code checkpoints} in the run
 *     directory
 * @param restarts Failures without progress before a training gives up; a stream never does.
 */
public record CheckpointConfig(
    @JsonProperty(defaultValue = "60s") Duration interval,
    Optional<String> directory,
    @JsonProperty(defaultValue = "6") int restarts) {
  public CheckpointConfig {
    if (interval.toMillis() < 10) {
      throw new IllegalArgumentException(
          "interval is " + DurationText.format(interval) + ", must be 10ms or more");
    }
    if (restarts < 0) {
      throw new IllegalArgumentException("restarts is " + restarts + ", must be 0 or more");
    }
  }
}
