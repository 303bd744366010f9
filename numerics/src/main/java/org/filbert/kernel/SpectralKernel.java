package org.filbert.kernel;

import java.util.OptionalDouble;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * A shift-invariant kernel whose spectral density can be drawn from, which gives it random Fourier
 * features.
 *
 * <p>Implementation note: all distributions are made of normal and exponential variates by
 * arithmetic and square roots, which have the same bits on every machine; logarithms and tangents
 * have not.
 */
public interface SpectralKernel extends Kernel {
  /** The width σ: κ(x, z) is a function of (x - z)/σ. */
  double sigma();

  @Override
  default OptionalDouble width() {
    return OptionalDouble.of(sigma());
  }

  /** Overwrites ω with a draw from the spectral density: E cos(ωᵀ(x - z)) = κ(x, z). */
  void frequency(UniformRandomProvider random, double[] omega);

  /** Overwrites ω with a draw from N(0, s²·I). */
  static void normal(UniformRandomProvider random, double s, double[] omega) {
    ContinuousSampler normal = ZigguratSampler.NormalizedGaussian.of(random);
    for (int f = 0; f < omega.length; f++) {
      omega[f] = s * normal.sample();
    }
  }

  /** Draws the square root of a χ² variate. */
  static double chi(UniformRandomProvider random, int freedom) {
    ContinuousSampler normal = ZigguratSampler.NormalizedGaussian.of(random);
    double sum = 0;
    for (int i = 0; i < freedom; i++) {
      double h = normal.sample();
      sum += h * h;
    }
    return Math.sqrt(sum);
  }
}
