package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** How the kernel system is solved. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes(
    @JsonSubTypes.Type(
        value = BlockCoordinateDescentConfig.class,
        name = "block-coordinate-descent"))
public sealed interface SolverConfig permits BlockCoordinateDescentConfig {
  /** Whether the solver stops by the error on a validation set. */
  boolean needsValidation();

  /** Whether only the linear kernel will do. */
  boolean needsLinearKernel();
}
