package org.filbert.jobs.config.stream;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.filbert.connectors.TaskKind;
import org.filbert.jobs.config.yaml.AtLeastOne;
import org.filbert.online.progressive.SnapshotRule;

/**
 * Which models are published while the stream goes on.
 *
 * @param every Labelled rows after which the model is considered for publication. Default: never
 * @param improvedOnly Whether its error in the window must be the lowest of all published.
 * @param maxError Largest error in the window, for regression the root mean squared one. Default:
 *     any
 * @param keep Number of models of the run that stay in the store, the newest. Default: all
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
