package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** How the kernel system is solved. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = BlockCoordinateDescentConfig.class, name = "block-coordinate-descent"),
  @JsonSubTypes.Type(value = DoublyStochasticConfig.class, name = "doubly-stochastic")
})
public sealed interface SolverConfig permits BlockCoordinateDescentConfig, DoublyStochasticConfig {
  /** Whether the solver stops by the error on a validation set. */
  boolean needsValidation();
}
