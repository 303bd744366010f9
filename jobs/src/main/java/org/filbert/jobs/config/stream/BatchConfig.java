package org.filbert.jobs.config.stream;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.filbert.jobs.config.yaml.AtLeastOne;
import org.filbert.jobs.config.yaml.DurationText;

/**
 * How a stream is cut into batches.
 *
 * @param size Rows of a full batch. Default: 256 for {@code recursive-least-squares}, else 128
 * @param maxDelay Longest time that a row waits for its batch to fill. Default: 10ms for {@code
 *     recursive-least-squares} on a topic, else 1s
 */
record BatchConfig(OptionalInt size, Optional<Duration> maxDelay) {
  public BatchConfig {
    size.ifPresent(value -> AtLeastOne.require("size", value));
    if (maxDelay.isPresent() && maxDelay.get().toMillis() < 1) {
      throw new IllegalArgumentException(
          "maxDelay is " + DurationText.format(maxDelay.get()) + ", must be 1ms or more");
    }
  }
}
