package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What is done to rows before training, and to rows to be scored.
 *
 * @param centreTargets whether the mean target is taken off; for regression
 */
public record PreprocessingConfig(
    @JsonProperty(defaultValue = "{type: none}") ScalingConfig scaling,
    @JsonProperty(defaultValue = "auto") Storage storage,
    @JsonProperty(defaultValue = "false") boolean centreTargets) {

  /** How the rows of a shard are kept. */
  public enum Storage {
    /** As the rows are mostly zeros or not. */
    AUTO,
    DENSE,
    SPARSE
  }
}
