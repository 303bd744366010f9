package org.filbert.features;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.filbert.kernel.Cauchy;
import org.filbert.kernel.Exponential;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Linear;
import org.filbert.kernel.Matern;
import org.filbert.kernel.Polynomial;

/**
 * Draws frequencies ω from the spectral density of a shift-invariant kernel: E cos(ωᵀ(x - z)) =
 * κ(x, z).
 *
 * <p>Implementation note: all distributions are made of normal and exponential variates by
 * arithmetic and square roots, which have the same bits on every machine; logarithms and tangents
 * have not.
 */
@FunctionalInterface
interface SpectralSampler {
  /** Overwrites ω with a draw. */
  void sample(UniformRandomProvider random, double[] omega);

  /**
   * The sampler of a kernel.
   *
   * @throws IllegalArgumentException for a kernel that is not shift-invariant
   */
  static SpectralSampler of(Kernel kernel) {
    if (kernel instanceof Gaussian gaussian) {
      return normal(random -> 1 / gaussian.sigma());
    } else if (kernel instanceof Laplacian laplacian) {
      return independentCauchy(1 / laplacian.sigma());
    } else if (kernel instanceof Exponential exponential) {
      return normal(random -> 1 / (exponential.sigma() * root(random, 1)));
    } else if (kernel instanceof Cauchy cauchy) {
      return normal(
          random ->
              Math.sqrt(2 * ZigguratSampler.Exponential.of(random).sample()) / cauchy.sigma());
    } else if (kernel instanceof Matern matern) {
      int freedom = (int) (2 * matern.nu());
      return normal(random -> Math.sqrt(freedom) / (matern.sigma() * root(random, freedom)));
    } else if (kernel instanceof Polynomial || kernel instanceof Linear) {
      throw new IllegalArgumentException(
          "no random Fourier features for the kernel "
              + kernel
              + ", only for gaussian, laplacian, exponential, cauchy and matern");
    }
    throw new AssertionError(kernel);
  }

  /** A random standard deviation. */
  @FunctionalInterface
  interface Deviation {
    double sample(UniformRandomProvider random);
  }

  /** ω ~ N(0, s² I) with a deviation s drawn first. */
  private static SpectralSampler normal(Deviation deviation) {
    return (random, omega) -> {
      double s = deviation.sample(random);
      ContinuousSampler normal = ZigguratSampler.NormalizedGaussian.of(random);
      for (int f = 0; f < omega.length; f++) {
        omega[f] = s * normal.sample();
      }
    };
  }

  /** Each ω_f ~ Cauchy(0, scale), the ratio of two normal variates. */
  private static SpectralSampler independentCauchy(double scale) {
    return (random, omega) -> {
      ContinuousSampler normal = ZigguratSampler.NormalizedGaussian.of(random);
      for (int f = 0; f < omega.length; f++) {
        double numerator = normal.sample();
        omega[f] = scale * (numerator / normal.sample());
      }
    };
  }

  /** The square root of a χ² variate. */
  private static double root(UniformRandomProvider random, int freedom) {
    ContinuousSampler normal = ZigguratSampler.NormalizedGaussian.of(random);
    double sum = 0;
    for (int i = 0; i < freedom; i++) {
      double h = normal.sample();
      sum += h * h;
    }
    return Math.sqrt(sum);
  }
}
