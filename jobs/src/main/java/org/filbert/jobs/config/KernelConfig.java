package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.filbert.kernel.Cauchy;
import org.filbert.kernel.Exponential;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Linear;
import org.filbert.kernel.Matern;
import org.filbert.kernel.Polynomial;

/** A kernel as it is configured; its width may be left to the data. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = KernelConfig.GaussianConfig.class, name = "gaussian"),
  @JsonSubTypes.Type(value = KernelConfig.LaplacianConfig.class, name = "laplacian"),
  @JsonSubTypes.Type(value = KernelConfig.ExponentialConfig.class, name = "exponential"),
  @JsonSubTypes.Type(value = KernelConfig.CauchyConfig.class, name = "cauchy"),
  @JsonSubTypes.Type(value = KernelConfig.MaternConfig.class, name = "matern"),
  @JsonSubTypes.Type(value = KernelConfig.PolynomialConfig.class, name = "polynomial"),
  @JsonSubTypes.Type(value = KernelConfig.LinearConfig.class, name = "linear")
})
public sealed interface KernelConfig {
  /**
   * The kernel itself, of several widths that with the first one.
   *
   * @param median the median distance of training rows; must be there if {@link #needsMedian}
   */
  Kernel toKernel(OptionalDouble median);

  /** The width as it is configured, if there is one. */
  default Optional<Sigma> width() {
    return Optional.empty();
  }

  /** Whether the width is the median distance of training rows. */
  default boolean needsMedian() {
    return width().isPresent() && width().get().isMedian();
  }

  /** The widths to choose from: none, or more than one. */
  default List<Double> widths() {
    return width().map(Sigma::values).filter(values -> values.size() > 1).orElse(List.of());
  }

  /**
   * exp(-‖x - z‖² / (2σ²)).
   *
   * @param sigma The width σ.
   * @param gamma In place of {@code sigma}: γ = 1 / (2σ²).
   */
  record GaussianConfig(Optional<Sigma> sigma, OptionalDouble gamma) implements KernelConfig {
    public GaussianConfig {
      if (sigma.isPresent() == gamma.isPresent()) {
        throw new IllegalArgumentException(
            (sigma.isPresent()
                    ? "gamma and sigma are both given"
                    : "sigma and gamma are both missing")
                + ", must be exactly one of them (gamma = 1 / (2 sigma^2))");
      }
      gamma.ifPresent(GaussianConfig::requireWidth);
    }

    /** The smallest and largest numbers have no finite width, or none above 0. */
    private static void requireWidth(double gamma) {
      if (!(gamma >= 1e-300 && gamma <= 1e300)) {
        throw new IllegalArgumentException(
            "gamma is "
                + gamma
                + ", must be a number "
                + (gamma > 0 ? "from 1e-300 to 1e300" : "above 0"));
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
    public Optional<Sigma> width() {
      return sigma;
    }
  }

  /**
   * exp(-‖x - z‖₁ / σ).
   *
   * @param sigma The width σ; its {@code median} is that of ‖x - z‖₁.
   */
  record LaplacianConfig(Sigma sigma) implements KernelConfig {
    @Override
    public Kernel toKernel(OptionalDouble median) {
      return new Laplacian(sigma.resolve(median));
    }

    @Override
    public Optional<Sigma> width() {
      return Optional.of(sigma);
    }
  }

  /**
   * exp(-‖x - z‖ / σ).
   *
   * @param sigma The width σ.
   */
  record ExponentialConfig(Sigma sigma) implements KernelConfig {
    @Override
    public Kernel toKernel(OptionalDouble median) {
      return new Exponential(sigma.resolve(median));
    }

    @Override
    public Optional<Sigma> width() {
      return Optional.of(sigma);
    }
  }

  /**
   * 1 / (1 + ‖x - z‖² / σ²).
   *
   * @param sigma The width σ.
   */
  record CauchyConfig(Sigma sigma) implements KernelConfig {
    @Override
    public Kernel toKernel(OptionalDouble median) {
      return new Cauchy(sigma.resolve(median));
    }

    @Override
    public Optional<Sigma> width() {
      return Optional.of(sigma);
    }
  }

  /**
   * p(r)·exp(-r) with r = √(2ν)·‖x - z‖ / σ and p = 1, 1 + r, 1 + r + r²/3 for ν = 0.5, 1.5, 2.5.
   *
   * @param nu The smoothness ν: 0.5, 1.5 or 2.5.
   * @param sigma The width σ.
   */
  record MaternConfig(double nu, Sigma sigma) implements KernelConfig {
    public MaternConfig {
      new Matern(nu, sigma.resolve(OptionalDouble.of(1))); // checks nu
    }

    @Override
    public Kernel toKernel(OptionalDouble median) {
      return new Matern(nu, sigma.resolve(median));
    }

    @Override
    public Optional<Sigma> width() {
      return Optional.of(sigma);
    }
  }

  /**
   * (γ·xᵀz + c)^degree.
   *
   * @param degree The degree, 1 to 32.
   * @param gamma The factor γ, above 0.
   * @param c The constant c, 0 or more.
   */
  record PolynomialConfig(
      int degree,
      @JsonProperty(defaultValue = "1.0") double gamma,
      @JsonProperty(defaultValue = "1.0") double c)
      implements KernelConfig {
    public PolynomialConfig {
      new Polynomial(degree, gamma, c); // checks them
    }

    @Override
    public Kernel toKernel(OptionalDouble median) {
      return new Polynomial(degree, gamma, c);
    }
  }

  /** xᵀz. */
  record LinearConfig() implements KernelConfig {
    @Override
    public Kernel toKernel(OptionalDouble median) {
      return new Linear();
    }
  }
}
