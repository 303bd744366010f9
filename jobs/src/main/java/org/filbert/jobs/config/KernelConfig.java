package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Optional;
import java.util.OptionalDouble;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;

/** A kernel as it is configured; its width may be left to the data. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = KernelConfig.GaussianConfig.class, name = "gaussian"),
})
public sealed interface KernelConfig {
  /**
   * The kernel itself.
   *
   * @param median the median distance of training rows; must be there if {@link #needsMedian}
   */
  Kernel toKernel(OptionalDouble median);

  /** Whether the width is the median distance of training rows. */
  default boolean needsMedian() {
    return false;
  }

  /** exp(-‖x - z‖² / (2σ²)), the width given as σ or as γ = 1 / (2σ²). */
  record GaussianConfig(Optional<Sigma> sigma, OptionalDouble gamma) implements KernelConfig {
    public GaussianConfig {
      if (sigma.isPresent() == gamma.isPresent()) {
        throw new IllegalArgumentException(
            (sigma.isPresent()
                    ? "gamma and sigma are both given"
                    : "sigma and gamma are both missing")
                + ", must be exactly one of them (gamma = 1 / (2 sigma^2))");
      }
      if (gamma.isPresent() && !(gamma.getAsDouble() > 0 && Double.isFinite(gamma.getAsDouble()))) {
        throw new IllegalArgumentException(
            "gamma is " + gamma.getAsDouble() + ", must be a number above 0");
      }
    }

    @Override
    public Kernel toKernel(OptionalDouble median) {
      return new Gaussian(
          sigma.isPresent()
              ? sigma.get().resolve(median)
              : Math.sqrt(1 / (2 * gamma.orElseThrow())));
    }

    @Override
    public boolean needsMedian() {
      return sigma.isPresent() && sigma.get().isMedian();
    }
  }
}
