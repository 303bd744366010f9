package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Optional;

/** How the kernel system is solved. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = BlockCoordinateDescentConfig.class, name = "block-coordinate-descent"),
  @JsonSubTypes.Type(value = DoublyStochasticConfig.class, name = "doubly-stochastic")
})
public sealed interface SolverConfig permits BlockCoordinateDescentConfig, DoublyStochasticConfig {
  /** The key, if any, that asks for a decision by the error on validation rows. */
  Optional<String> needsValidation();

  /** Whether only the linear kernel will do. */
  boolean needsLinearKernel();
}
