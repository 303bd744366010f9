package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** How features are scaled. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = ScalingConfig.None.class, name = "none"),
  @JsonSubTypes.Type(value = ScalingConfig.Divide.class, name = "divide"),
  @JsonSubTypes.Type(value = ScalingConfig.MinMax.class, name = "min-max"),
  @JsonSubTypes.Type(value = ScalingConfig.Standard.class, name = "standard")
})
public sealed interface ScalingConfig {
  /** x as it is. */
  record None() implements ScalingConfig {}

  /** x / by. */
  record Divide(double by) implements ScalingConfig {
    public Divide {
      if (by == 0 || !Double.isFinite(by)) {
        throw new IllegalArgumentException("by is " + by + ", must be a number other than 0");
      }
    }
  }

  /** (x - min) / (max - min), each feature by its own range in the training data. */
  record MinMax() implements ScalingConfig {}

  /** (x - mean) / standard deviation, each feature by its own in the training data. */
  record Standard() implements ScalingConfig {}
}
