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

  /** Whether the spectral density can be drawn from with these parameters. */
  default boolean drawable() {
    return true;
  }

  /** Whether a kernel's spectral density can be drawn from. */
  static boolean drawable(Kernel kernel) {
    return kernel instanceof SpectralKernel spectral && spectral.drawable();
  }

  /** The names of the kernels whose spectral density can be drawn from, as text. */
  static String names() {
    return KernelType.names(SpectralKernel.class) + " (k-pq where q is p or p is 2)";
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

  /** Variates beyond are cut to it: their square roots still are floats. */
  double MAX_STABLE = 1e60;

  /**
   * Draws a positive stable variate S of index a: E exp(-t·S) = exp(-t^a) for t ≥ 0. It is 1 for a
   * = 1.
   *
   * <p>Kanter. Stable densities under change of scale and total variation inequalities. Annals of
   * Probability 3 (1975). The sines and powers are those of {@link StrictMath}, which have the same
   * bits on every machine.
   *
   * @param a in (0, 1]
   */
  static double stable(UniformRandomProvider random, double a) {
    if (a == 1) {
      return 1;
    }
    double u = Math.PI * (1 - random.nextDouble());
    double e = ZigguratSampler.Exponential.of(random).sample();
    double s =
        StrictMath.sin(a * u)
            / StrictMath.pow(StrictMath.sin(u), 1 / a)
            * StrictMath.pow(StrictMath.sin((1 - a) * u) / e, (1 - a) / a);
    return Math.min(s, MAX_STABLE);
  }
}
