package org.filbert.kernel;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.rng.UniformRandomProvider;
import org.filbert.linalg.VectorMath;

/**
 * The Matérn kernel of smoothness ν ∈ {1/2, 3/2, 5/2} in r = √(2ν)·‖x - z‖₂ / σ: κ(x, z) = p(r)·e⁻ʳ
 * with p(r) = 1, 1 + r, 1 + r + r²/3.
 */
public record Matern(double nu, double sigma) implements SpectralKernel, DifferentiableKernel {
  public Matern {
    if (nu != 0.5 && nu != 1.5 && nu != 2.5) {
      throw new IllegalArgumentException("nu is " + nu + ", must be one of 0.5, 1.5, 2.5");
    }
    Parameters.positive("sigma", sigma);
  }

  @Override
  public Statistic statistic() {
    return Statistic.SQUARED_DISTANCE;
  }

  @Override
  public double of(double statistic) {
    double r = Math.sqrt(2 * nu * statistic) / sigma;
    return (1 + linear() * r + quadratic() * r * r) * Math.exp(-r);
  }

  @Override
  public void apply(float[] x, int from, int count, VectorMath math) {
    float squaredScale = (float) (2 * nu / (sigma * sigma));
    float linear = (float) linear();
    float quadratic = (float) quadratic();
    float[] r = Arrays.copyOfRange(x, from, from + count);
    float[] factor = new float[count];
    for (int i = 0; i < count; i++) {
      r[i] = (float) Math.sqrt(squaredScale * r[i]);
    }
    for (int i = 0; i < count; i++) {
      factor[i] = 1f + (linear + quadratic * r[i]) * r[i];
    }
    math.exp(r, 0, count, -1f);
    for (int i = 0; i < count; i++) {
      r[i] *= factor[i];
    }
    System.arraycopy(r, 0, x, from, count);
  }

  @Override
  public void apply(double[] x, int from, int count, VectorMath math) {
    double squaredScale = 2 * nu / (sigma * sigma);
    double linear = linear();
    double quadratic = quadratic();
    double[] r = Arrays.copyOfRange(x, from, from + count);
    double[] factor = new double[count];
    for (int i = 0; i < count; i++) {
      r[i] = Math.sqrt(squaredScale * r[i]);
    }
    for (int i = 0; i < count; i++) {
      factor[i] = 1 + (linear + quadratic * r[i]) * r[i];
    }
    math.exp(r, 0, count, -1);
    for (int i = 0; i < count; i++) {
      r[i] *= factor[i];
    }
    System.arraycopy(r, 0, x, from, count);
  }

  @Override
  public boolean kinkedAtZero() {
    return nu == 0.5;
  }

  private double linear() {
    return nu > 0.5 ? 1 : 0;
  }

  private double quadratic() {
    return nu > 1.5 ? 1.0 / 3 : 0;
  }

  /** -(ν/σ²)·e⁻ʳ·(1/r, 1, (1 + r)/3) for ν = 1/2, 3/2, 5/2. */
  @Override
  public double slope(double statistic) {
    double r = Math.sqrt(2 * nu * statistic) / sigma;
    return statistic < flatBelow() ? 0 : -nu / (sigma * sigma) * Math.exp(-r) * factor(r);
  }

  private double factor(double r) {
    return nu == 0.5 ? 1 / r : nu == 1.5 ? 1 : 1.0 / 3 + r / 3;
  }

  @Override
  public void slopes(float[] s, int from, int count, VectorMath math) {
    float squaredScale = (float) (2 * nu / (sigma * sigma));
    float scale = (float) (-nu / (sigma * sigma));
    float least = (float) flatBelow();
    float[] r = new float[count];
    for (int i = 0; i < count; i++) {
      r[i] = (float) Math.sqrt(squaredScale * s[from + i]);
    }
    float[] decay = r.clone();
    math.exp(decay, 0, count, -1f);
    for (int i = 0; i < count; i++) {
      s[from + i] = s[from + i] < least ? 0f : scale * decay[i] * (float) factor(r[i]);
    }
  }

  @Override
  public Matern withSigma(double newSigma) {
    return new Matern(nu, newSigma);
  }

  @Override
  public void frequency(UniformRandomProvider random, double[] omega) {
    int freedom = (int) (2 * nu);
    double s = Math.sqrt(freedom) / (sigma * SpectralKernel.chi(random, freedom));
    SpectralKernel.normal(random, s, omega);
  }

  /**
   * p(r)·exp(-r) with r = √(2ν)·‖x - z‖ / σ and p = 1, 1 + r, 1 + r + r²/3 for ν = 0.5, 1.5, 2.5.
   *
   * @param nu The smoothness ν: 0.5, 1.5 or 2.5.
   * @param sigma The width σ.
   * @param metric A metric of the inputs that is learned. Default: none
   */
  public record Options(double nu, Width sigma, Optional<MetricOptions> metric)
      implements KernelOptions {
    public Options {
      new Matern(nu, sigma.resolve(OptionalDouble.of(1))); // checks nu
    }

    @Override
    public Kernel kernel(OptionalDouble median) {
      return new Matern(nu, sigma.resolve(median));
    }

    @Override
    public Optional<Width> width() {
      return Optional.of(sigma);
    }
  }

  /** The registration of this kernel. */
  public static final class Type extends KernelType {
    public Type() {
      super("matern", Options.class, Matern.class);
    }
  }
}
