package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.filbert.online.progressive.SnapshotRule;

/**
 * Which models are published while the stream goes on. The last one always is, if the stream ends.
 *
 * @param every labelled rows after which a model is looked at; absent: never
 * @param improvedOnly whether it must be better than those published before
 * @param maxError largest error over the fading window; absent: any
 */
public record SnapshotsConfig(
    OptionalLong every,
    @JsonProperty(defaultValue = "false") boolean improvedOnly,
    OptionalDouble maxError) {
  public SnapshotsConfig {
    every.ifPresent(value -> AtLeastOne.require("every", value));
    toRule(every, improvedOnly, maxError); // checks them
  }

  /** The rule of the numerics. */
  public SnapshotRule toRule() {
    return toRule(every, improvedOnly, maxError);
  }

  private static SnapshotRule toRule(
      OptionalLong every, boolean improvedOnly, OptionalDouble maxError) {
    return new SnapshotRule(
        every.orElse(0), improvedOnly, maxError.orElse(Double.POSITIVE_INFINITY));
  }
}
