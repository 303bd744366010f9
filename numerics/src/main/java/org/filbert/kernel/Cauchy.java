package org.filbert.kernel;

import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.filbert.linalg.VectorMath;

/** κ(x, z) = 1 / (1 + ‖x - z‖² / σ²). */
public record Cauchy(double sigma) implements SpectralKernel, DifferentiableKernel {
  public Cauchy {
    Parameters.positive("sigma", sigma);
  }

  @Override
  public Statistic statistic() {
    return Statistic.SQUARED_DISTANCE;
  }

  @Override
  public double of(double statistic) {
    return 1 / (1 + statistic / (sigma * sigma));
  }

  @Override
  public void apply(float[] x, int from, int count, VectorMath math) {
    float scale = (float) (1 / (sigma * sigma));
    for (int i = from; i < from + count; i++) {
      x[i] = 1f / (1f + scale * x[i]);
    }
  }

  @Override
  public void apply(double[] x, int from, int count, VectorMath math) {
    double scale = 1 / (sigma * sigma);
    for (int i = from; i < from + count; i++) {
      x[i] = 1 / (1 + scale * x[i]);
    }
  }

  @Override
  public double slope(double statistic) {
    return -of(statistic) * of(statistic) / (sigma * sigma);
  }

  @Override
  public void slopes(float[] s, int from, int count, VectorMath math) {
    apply(s, from, count, math);
    float scale = (float) (-1 / (sigma * sigma));
    for (int i = from; i < from + count; i++) {
      s[i] = scale * s[i] * s[i];
    }
  }

  @Override
  public Cauchy withSigma(double newSigma) {
    return new Cauchy(newSigma);
  }

  @Override
  public void frequency(UniformRandomProvider random, double[] omega) {
    double s = Math.sqrt(2 * ZigguratSampler.Exponential.of(random).sample()) / sigma;
    SpectralKernel.normal(random, s, omega);
  }

  /**
   * 1 / (1 + ‖x - z‖² / σ²).
   *
   * @param sigma The width σ.
   * @param metric A metric of the inputs that is learned. Default: none
   */
  public record Options(Width sigma, Optional<MetricOptions> metric) implements KernelOptions {
    @Override
    public Kernel kernel(OptionalDouble median) {
      return new Cauchy(sigma.resolve(median));
    }

    @Override
    public Optional<Width> width() {
      return Optional.of(sigma);
    }
  }

  /** The registration of this kernel. */
  public static final class Type extends KernelType {
    public Type() {
      super("cauchy", Options.class, Cauchy.class);
    }
  }
}
