package org.filbert.jobs.config.section;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import org.filbert.jobs.config.yaml.DurationText;

/**
 * How a run on a cluster comes back.
 *
 * @param longestWait Longest time without slots for all workers, as after the loss of a machine.
 *     Waiting is no failure; the run goes on as soon as there are slots enough.
 */
public record RestartConfig(
    @JsonProperty(value = "wait", defaultValue = "24h") Duration longestWait) {
  public RestartConfig {
    if (longestWait.isNegative() || longestWait.isZero()) {
      throw new IllegalArgumentException(
          "wait is " + DurationText.format(longestWait) + ", must be more than 0");
    }
  }
}
