package org.filbert.features;

import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.PoweredExponential;
import org.filbert.kernel.SpectralKernel;

/**
 * The distribution p(δ) of the widths of bins, a Gamma distribution of a whole shape a and a scale
 * σ, and the product kernel of these bins. Two numbers Δ apart fall into one bin of width δ at a
 * random place with probability max(0, 1 - Δ/δ), so that
 *
 * <pre>
 *   κ_j(Δ) = E max(0, 1 - Δ/δ) = Q(a, Δ/σ) - Δ/σ/(a - 1)·Q(a - 1, Δ/σ)     p(δ) = δ·κ_j''(δ)
 *   Q(a, x) = exp(-x)·Σ_{i &lt; a} xⁱ/i!
 * </pre>
 *
 * <p>Shape 2 is the laplacian kernel, exp(-Δ/σ) in every coordinate; shape 3 is (1 + Δ/(2σ))
 * exp(-Δ/σ); the larger the shape, the nearer to a triangle of width aσ.
 *
 * <p>With a power q below 1 every width is divided by a positive stable variate of index q. Shape 2
 * then is exp(-(Δ/σ)^q), a mixture of laplacian kernels.
 *
 * <p>Implementation note: a Gamma variate is a sum of exponential ones, which have the same bits on
 * every machine.
 */
record BinWidths(int shape, double sigma, double q) {
  static final int LAPLACIAN = 2;
  static final int MAX_SHAPE = 100;

  BinWidths {
    check(shape);
  }

  /** The distribution without a power. */
  BinWidths(int shape, double sigma) {
    this(shape, sigma, 1);
  }

  static void check(int shape) {
    if (shape < LAPLACIAN || shape > MAX_SHAPE) {
      throw new IllegalArgumentException(
          "shape is %s, must be %s (the laplacian kernel) to %s"
              .formatted(shape, LAPLACIAN, MAX_SHAPE));
    }
  }

  /**
   * The distribution of shape 2 for a kernel; empty for one that bins cannot approximate: one that
   * is no product of convex functions of the coordinates' distances.
   */
  static Optional<BinWidths> found(Kernel kernel) {
    if (kernel instanceof Laplacian laplacian) {
      return Optional.of(new BinWidths(LAPLACIAN, laplacian.sigma()));
    }
    return kernel instanceof PoweredExponential powered && powered.isProduct() && powered.q() <= 1
        ? Optional.of(new BinWidths(LAPLACIAN, powered.sigma(), powered.q()))
        : Optional.empty();
  }

  /**
   * The distribution for a kernel's width and power.
   *
   * @throws IllegalArgumentException for a kernel that bins cannot approximate
   */
  static BinWidths of(Kernel kernel, int shape) {
    BinWidths found =
        found(kernel)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "no random binning for the kernel "
                            + kernel
                            + ", which has no distribution of bin widths; kernel: {type: laplacian}"
                            + " has, and k-pq with q = p of at most 1"));
    return new BinWidths(shape, found.sigma, found.q);
  }

  /** Draws widths for all coordinates. */
  void sample(UniformRandomProvider random, double[] widths) {
    ContinuousSampler exponential = ZigguratSampler.Exponential.of(random);
    for (int j = 0; j < widths.length; j++) {
      double sum = 0;
      for (int i = 0; i < shape; i++) {
        sum += exponential.sample();
      }
      widths[j] = sigma * sum / SpectralKernel.stable(random, q);
    }
  }

  /** κ_j(Δ), the factor of one coordinate in the kernel without a power. */
  double factor(double distance) {
    double x = distance / sigma;
    return tail(shape, x) - x / (shape - 1) * tail(shape - 1, x);
  }

  /** Q(a, x), the probability that a Gamma variate of shape a and scale 1 is above x. */
  static double tail(int a, double x) {
    double sum = 0;
    double term = Math.exp(-x);
    for (int i = 0; i < a; i++) {
      sum += term;
      term *= x / (i + 1);
    }
    return sum;
  }
}
