package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Linear algebra and elementary functions. A choice that does not work on the machine is an error.
 *
 * @param threads of the BLAS in one process; auto: cores divided by the slots in use
 */
public record BackendConfig(
    @JsonProperty(defaultValue = "auto") BlasChoice blas,
    @JsonProperty(defaultValue = "auto") MathChoice math,
    @JsonProperty(defaultValue = "auto") Count threads) {

  /** The dense linear algebra. */
  public enum BlasChoice {
    AUTO,
    OPENBLAS,
    JAVA
  }

  /** The elementary functions. */
  public enum MathChoice {
    AUTO,
    /** By the Vector API. */
    VECTOR,
    PLAIN
  }
}
