package org.filbert.kernel;

import java.util.Arrays;
import org.filbert.linalg.VectorMath;

/** κ(x, z) = (γ·xᵀz + c)^q. */
public record Polynomial(int degree, double gamma, double c) implements Kernel {
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
  public Kernel withSigma(double newSigma) {
    throw new UnsupportedOperationException("the polynomial kernel has no sigma");
  }
}
