package org.filbert.kernel;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.filbert.linalg.VectorMath;

/** κ(x, z) = (γ·xᵀz + c)^q. */
public record Polynomial(int degree, double gamma, double c) implements DifferentiableKernel {
  private static final int MAX_DEGREE = 32;

  public Polynomial {
    if (degree < 1 || degree > MAX_DEGREE) {
      throw new IllegalArgumentException(
          "degree is " + degree + ", must be from 1 to " + MAX_DEGREE);
    }
    Parameters.positive("gamma", gamma);
    if (!(c >= 0) || Double.isInfinite(c)) {
      throw new IllegalArgumentException("c is " + c + ", must be a number of at least 0");
    }
  }

  @Override
  public Statistic statistic() {
    return Statistic.DOT;
  }

  @Override
  public double of(double statistic) {
    return Math.pow(gamma * statistic + c, degree);
  }

  @Override
  public void apply(float[] x, int from, int count, VectorMath math) {
    float scale = (float) gamma;
    float shift = (float) c;
    float[] base = Arrays.copyOfRange(x, from, from + count);
    for (int i = 0; i < count; i++) {
      base[i] = scale * base[i] + shift;
    }
    float[] power = base.clone();
    for (int factors = 1; factors < degree; factors++) {
      for (int i = 0; i < count; i++) {
        power[i] *= base[i];
      }
    }
    System.arraycopy(power, 0, x, from, count);
  }

  @Override
  public double slope(double statistic) {
    return degree * gamma * Math.pow(gamma * statistic + c, degree - 1);
  }

  @Override
  public void slopes(float[] s, int from, int count, VectorMath math) {
    for (int i = from; i < from + count; i++) {
      s[i] = (float) slope(s[i]);
    }
  }

  /**
   * (γ·xᵀz + c)^degree.
   *
   * @param degree The degree, 1 to 32.
   * @param gamma The factor γ, above 0. Default: {@code 1.0}
   * @param c The constant c, 0 or more. Default: {@code 1.0}
   * @param metric A metric of the inputs that is learned. Default: none
   */
  public record Options(
      int degree, OptionalDouble gamma, OptionalDouble c, Optional<MetricOptions> metric)
      implements KernelOptions {
    public Options {
      gamma = OptionalDouble.of(gamma.orElse(1));
      c = OptionalDouble.of(c.orElse(1));
      new Polynomial(degree, gamma.getAsDouble(), c.getAsDouble()); // checks them
    }

    @Override
    public Kernel kernel(OptionalDouble median) {
      return new Polynomial(degree, gamma.orElseThrow(), c.orElseThrow());
    }
  }

  /** The registration of this kernel. */
  public static final class Type extends KernelType {
    public Type() {
      super("polynomial", Options.class, Polynomial.class);
    }
  }
}
