package org.filbert.kernel;

import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.rng.UniformRandomProvider;
import org.filbert.linalg.VectorMath;

/**
 * κ(x, z) = exp(-(‖x - z‖_p / σ)^q) with 0 &lt; q ≤ p ≤ 2, which is positive semi-definite
 * (Schoenberg 1938). The exponential kernel is p = 2, q = 1, the laplacian one p = q = 1, and p = q
 * = 2 is a gaussian of width σ/√2.
 *
 * <p>Its spectral density can be drawn from where q = p, a product of kernels of the single inputs,
 * and where p = 2. In both cases κ is a mixture of gaussian kernels whose inverse squared widths
 * are 2S/σ² with a positive stable variate S of index q/2: one for each input, or one for all.
 */
public record PoweredExponential(double p, double q, double sigma)
    implements SpectralKernel, DifferentiableKernel {
  public PoweredExponential {
    if (!(0 < q && q <= p && p <= 2)) {
      throw new IllegalArgumentException(
          "p is " + p + " and q is " + q + ", must be 0 < q <= p <= 2");
    }
    Parameters.positive("sigma", sigma);
  }

  @Override
  public Statistic statistic() {
    return p == 2
        ? Statistic.SQUARED_DISTANCE
        : p == 1 ? Statistic.ABSOLUTE_DISTANCE : Statistic.POWER_DISTANCE;
  }

  @Override
  public double power() {
    return p;
  }

  @Override
  public double of(double statistic) {
    return Math.exp(-Math.pow(statistic, q / p) * scale());
  }

  /** 1/σ^q. */
  private double scale() {
    return Math.pow(sigma, -q);
  }

  @Override
  public void apply(float[] x, int from, int count, VectorMath math) {
    if (q == p / 2) {
      for (int i = from; i < from + count; i++) {
        x[i] = (float) Math.sqrt(x[i]);
      }
    } else if (q != p) {
      math.pow(x, from, count, q / p);
    }
    math.exp(x, from, count, (float) -scale());
  }

  @Override
  public void apply(double[] x, int from, int count, VectorMath math) {
    if (q == p / 2) {
      for (int i = from; i < from + count; i++) {
        x[i] = Math.sqrt(x[i]);
      }
    } else if (q != p) {
      math.pow(x, from, count, q / p);
    }
    math.exp(x, from, count, -scale());
  }

  @Override
  public boolean kinkedAtZero() {
    return q < 2;
  }

  /** -(q/p)·s^(q/p - 1)/σ^q·κ. */
  @Override
  public double slope(double statistic) {
    return statistic < flatBelow()
        ? 0
        : -q / p * scale() * Math.pow(statistic, q / p - 1) * of(statistic);
  }

  @Override
  public void slopes(float[] s, int from, int count, VectorMath math) {
    scaledValues(s, from, count, -q / p * scale(), q / p - 1, math);
  }

  @Override
  public PoweredExponential withSigma(double newSigma) {
    return new PoweredExponential(p, q, newSigma);
  }

  /** Whether κ is a product of kernels of the single inputs. */
  public boolean isProduct() {
    return q == p;
  }

  @Override
  public boolean drawable() {
    return isProduct() || p == 2;
  }

  @Override
  public void frequency(UniformRandomProvider random, double[] omega) {
    if (!drawable()) {
      throw new UnsupportedOperationException("no spectral density of " + this);
    }
    SpectralKernel.normal(random, Math.sqrt(2) / sigma, omega);
    double common = isProduct() ? 0 : Math.sqrt(SpectralKernel.stable(random, q / 2));
    for (int f = 0; f < omega.length; f++) {
      omega[f] *= isProduct() ? Math.sqrt(SpectralKernel.stable(random, q / 2)) : common;
    }
  }

  /**
   * exp(-(‖x - z‖_p / σ)^q) with q at most p and p at most 2.
   *
   * @param p The norm of differences, ‖x - z‖_p = (Σ |x_f - z_f|^p)^(1/p); above 0, at most 2.
   * @param q The power of the norm; above 0, at most p.
   * @param sigma The width σ; its {@code median} is that of ‖x - z‖_p.
   * @param metric A metric of the inputs that is learned. Default: none
   */
  public record Options(double p, double q, Width sigma, Optional<MetricOptions> metric)
      implements KernelOptions {
    public Options {
      new PoweredExponential(p, q, sigma.resolve(OptionalDouble.of(1))); // checks p and q
    }

    @Override
    public Kernel kernel(OptionalDouble median) {
      return new PoweredExponential(p, q, sigma.resolve(median));
    }

    @Override
    public Optional<Width> width() {
      return Optional.of(sigma);
    }
  }

  /** The registration of this kernel. */
  public static final class Type extends KernelType {
    public Type() {
      super("k-pq", Options.class, PoweredExponential.class);
    }
  }
}
