package org.filbert.kernel;

import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.rng.UniformRandomProvider;
import org.filbert.linalg.VectorMath;

/** κ(x, z) = exp(-‖x - z‖² / (2σ²)). */
public record Gaussian(double sigma) implements SpectralKernel, DifferentiableKernel {
  public Gaussian {
    Parameters.positive("sigma", sigma);
  }

  @Override
  public Statistic statistic() {
    return Statistic.SQUARED_DISTANCE;
  }

  @Override
  public double of(double statistic) {
    return Math.exp(-statistic / (2 * sigma * sigma));
  }

  @Override
  public void apply(float[] x, int from, int count, VectorMath math) {
    math.exp(x, from, count, (float) (-1 / (2 * sigma * sigma)));
  }

  @Override
  public void apply(double[] x, int from, int count, VectorMath math) {
    math.exp(x, from, count, -1 / (2 * sigma * sigma));
  }

  @Override
  public double slope(double statistic) {
    return -of(statistic) / (2 * sigma * sigma);
  }

  @Override
  public void slopes(float[] s, int from, int count, VectorMath math) {
    scaledValues(s, from, count, -1 / (2 * sigma * sigma), 0, math);
  }

  @Override
  public Gaussian withSigma(double newSigma) {
    return new Gaussian(newSigma);
  }

  @Override
  public void frequency(UniformRandomProvider random, double[] omega) {
    SpectralKernel.normal(random, 1 / sigma, omega);
  }

  /**
   * exp(-‖x - z‖² / (2σ²)).
   *
   * @param sigma The width σ.
   * @param gamma In place of {@code sigma}: γ = 1 / (2σ²).
   * @param metric A metric of the inputs that is learned. Default: none
   */
  public record Options(Optional<Width> sigma, OptionalDouble gamma, Optional<MetricOptions> metric)
      implements KernelOptions {
    public Options {
      if (sigma.isPresent() == gamma.isPresent()) {
        throw new IllegalArgumentException(
            (sigma.isPresent()
                    ? "gamma and sigma are both given"
                    : "sigma and gamma are both missing")
                + ", must be exactly one of them (gamma = 1 / (2 sigma^2))");
      }
      gamma.ifPresent(Options::requireWidth);
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
    public Kernel kernel(OptionalDouble median) {
      return new Gaussian(
          sigma.isPresent()
              ? sigma.get().resolve(median)
              : Math.sqrt(1 / (2 * gamma.orElseThrow())));
    }

    @Override
    public Optional<Width> width() {
      return sigma;
    }
  }

  /** The registration of this kernel. */
  public static final class Type extends KernelType {
    public Type() {
      super("gaussian", Options.class, Gaussian.class);
    }
  }
}
