package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;

/**
 * How a stream is cut into batches.
 *
 * @param size Rows of a full batch.
 * @param maxDelay Longest time that a row waits for its batch to fill.
 */
public record BatchConfig(
    @JsonProperty(defaultValue = "128") int size,
    @JsonProperty(defaultValue = "1s") Duration maxDelay) {
  public BatchConfig {
    AtLeastOne.require("size", size);
    if (maxDelay.toMillis() < 1) {
      throw new IllegalArgumentException(
          "maxDelay is " + DurationText.format(maxDelay) + ", must be 1ms or more");
    }
  }
}
