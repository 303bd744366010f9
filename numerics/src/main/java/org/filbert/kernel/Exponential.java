package org.filbert.kernel;

import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.rng.UniformRandomProvider;
import org.filbert.linalg.VectorMath;

/** κ(x, z) = exp(-‖x - z‖₂ / σ). */
public record Exponential(double sigma) implements SpectralKernel, DifferentiableKernel {
  public Exponential {
    Parameters.positive("sigma", sigma);
  }

  @Override
  public Statistic statistic() {
    return Statistic.SQUARED_DISTANCE;
  }

  @Override
  public double of(double statistic) {
    return Math.exp(-Math.sqrt(statistic) / sigma);
  }

  @Override
  public void apply(float[] x, int from, int count, VectorMath math) {
    for (int i = from; i < from + count; i++) {
      x[i] = (float) Math.sqrt(x[i]);
    }
    math.exp(x, from, count, (float) (-1 / sigma));
  }

  @Override
  public void apply(double[] x, int from, int count, VectorMath math) {
    for (int i = from; i < from + count; i++) {
      x[i] = Math.sqrt(x[i]);
    }
    math.exp(x, from, count, -1 / sigma);
  }

  @Override
  public boolean kinkedAtZero() {
    return true;
  }

  @Override
  public double slope(double statistic) {
    return statistic < flatBelow() ? 0 : -of(statistic) / (2 * sigma * Math.sqrt(statistic));
  }

  @Override
  public void slopes(float[] s, int from, int count, VectorMath math) {
    scaledValues(s, from, count, -1 / (2 * sigma), -0.5, math);
  }

  @Override
  public Exponential withSigma(double newSigma) {
    return new Exponential(newSigma);
  }

  @Override
  public void frequency(UniformRandomProvider random, double[] omega) {
    SpectralKernel.normal(random, 1 / (sigma * SpectralKernel.chi(random, 1)), omega);
  }

  /**
   * exp(-‖x - z‖ / σ).
   *
   * @param sigma The width σ.
   * @param metric A metric of the inputs that is learned. Default: none
   */
  public record Options(Width sigma, Optional<MetricOptions> metric) implements KernelOptions {
    @Override
    public Kernel kernel(OptionalDouble median) {
      return new Exponential(sigma.resolve(median));
    }

    @Override
    public Optional<Width> width() {
      return Optional.of(sigma);
    }
  }

  /** The registration of this kernel. */
  public static final class Type extends KernelType {
    public Type() {
      super("exponential", Options.class, Exponential.class);
    }
  }
}
