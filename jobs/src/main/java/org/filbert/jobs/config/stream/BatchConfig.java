package org.filbert.jobs.config.stream;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.OptionalInt;
import org.filbert.jobs.config.yaml.AtLeastOne;
import org.filbert.jobs.config.yaml.DurationText;

/**
 * How a stream is cut into batches.
 *
 * @param size Rows of a full batch. Default: 1 for {@code recursive-least-squares}, else 128
 * @param maxDelay Longest time that a row waits for its batch to fill.
 */
public record BatchConfig(OptionalInt size, @JsonProperty(defaultValue = "1s") Duration maxDelay) {
  public BatchConfig {
    size.ifPresent(value -> AtLeastOne.require("size", value));
    if (maxDelay.toMillis() < 1) {
      throw new IllegalArgumentException(
          "maxDelay is " + DurationText.format(maxDelay) + ", must be 1ms or more");
    }
  }
}
