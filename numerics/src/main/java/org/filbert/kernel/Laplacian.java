package org.filbert.kernel;

import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.filbert.linalg.VectorMath;

/** κ(x, z) = exp(-‖x - z‖₁ / σ). */
public record Laplacian(double sigma) implements SpectralKernel, DifferentiableKernel {
  public Laplacian {
    Parameters.positive("sigma", sigma);
  }

  @Override
  public Statistic statistic() {
    return Statistic.ABSOLUTE_DISTANCE;
  }

  @Override
  public double of(double statistic) {
    return Math.exp(-statistic / sigma);
  }

  @Override
  public void apply(float[] x, int from, int count, VectorMath math) {
    math.exp(x, from, count, (float) (-1 / sigma));
  }

  @Override
  public void apply(double[] x, int from, int count, VectorMath math) {
    math.exp(x, from, count, -1 / sigma);
  }

  @Override
  public double slope(double statistic) {
    return -of(statistic) / sigma;
  }

  @Override
  public void slopes(float[] s, int from, int count, VectorMath math) {
    scaledValues(s, from, count, -1 / sigma, 0, math);
  }

  @Override
  public Laplacian withSigma(double newSigma) {
    return new Laplacian(newSigma);
  }

  /** Each ω_f is the ratio of two normal variates, which is Cauchy distributed, over σ. */
  @Override
  public void frequency(UniformRandomProvider random, double[] omega) {
    ContinuousSampler normal = ZigguratSampler.NormalizedGaussian.of(random);
    double scale = 1 / sigma;
    for (int f = 0; f < omega.length; f++) {
      double numerator = normal.sample();
      omega[f] = scale * (numerator / normal.sample());
    }
  }

  /**
   * exp(-‖x - z‖₁ / σ).
   *
   * @param sigma The width σ; its {@code median} is that of ‖x - z‖₁.
   * @param metric A metric of the inputs that is learned. Default: none
   */
  public record Options(Width sigma, Optional<MetricOptions> metric) implements KernelOptions {
    @Override
    public Kernel kernel(OptionalDouble median) {
      return new Laplacian(sigma.resolve(median));
    }

    @Override
    public Optional<Width> width() {
      return Optional.of(sigma);
    }
  }

  /** The registration of this kernel. */
  public static final class Type extends KernelType {
    public Type() {
      super("laplacian", Options.class, Laplacian.class);
    }
  }
}
