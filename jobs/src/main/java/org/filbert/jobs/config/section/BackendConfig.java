package org.filbert.jobs.config.section;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import org.filbert.jobs.config.yaml.Count;

/**
 * The libraries that compute; one that is asked for by name and cannot be had is an error.
 *
 * @param blas Library of matrix products. {@code auto}: OpenBLAS where it loads.
 * @param math Exponentials, sines and cosines by the Vector API or in plain Java, with the same
 *     bits.
 * @param threads BLAS threads of each process. {@code auto}: cores divided by the slots of the
 *     process.
 * @param coretype Kernels of OpenBLAS, such as {@code Haswell}, that round alike on processors of
 *     several generations. Every process that computes has to be started with {@code
 *     OPENBLAS_CORETYPE} of this value; others are refused. Default: those for the processor
 */
public record BackendConfig(
    @JsonProperty(defaultValue = "auto") BlasChoice blas,
    @JsonProperty(defaultValue = "auto") MathChoice math,
    @JsonProperty(defaultValue = "auto") Count threads,
    Optional<String> coretype) {

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
