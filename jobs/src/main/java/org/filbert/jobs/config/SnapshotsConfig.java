package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.filbert.connectors.TaskKind;
import org.filbert.online.progressive.SnapshotRule;

/**
 * Chooses the models that are published while the stream goes on. The last one always is, if the
 * stream ends.
 *
 * @param every labelled rows between two models to publish; absent: never
 * @param improvedOnly whether it must be better than those published before
 * @param maxError largest error over the fading window, of regression the root mean squared one;
 *     absent: any
 * @param keep of the run's models, the newest, the last one included; absent: all
 */
public record SnapshotsConfig(
    OptionalLong every,
    @JsonProperty(defaultValue = "false") boolean improvedOnly,
    OptionalDouble maxError,
    OptionalInt keep) {
  public SnapshotsConfig {
    every.ifPresent(value -> AtLeastOne.require("every", value));
    keep.ifPresent(value -> AtLeastOne.require("keep", value));
    toRule(every, improvedOnly, largest(maxError)); // checks them
  }

  /** The rule of the numerics, where the error of regression is the mean squared one. */
  public SnapshotRule toRule(TaskKind task) {
    double largest = largest(maxError);
    return toRule(every, improvedOnly, task == TaskKind.REGRESSION ? largest * largest : largest);
  }

  private static SnapshotRule toRule(OptionalLong every, boolean improvedOnly, double maxError) {
    return new SnapshotRule(every.orElse(0), improvedOnly, maxError);
  }

  private static double largest(OptionalDouble maxError) {
    return maxError.orElse(Double.POSITIVE_INFINITY);
  }
}
