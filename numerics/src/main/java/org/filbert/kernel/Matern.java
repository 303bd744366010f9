package org.filbert.kernel;

import org.filbert.linalg.VectorMath;

/**
 * The Matérn kernel of smoothness ν ∈ {1/2, 3/2, 5/2} in r = √(2ν)·‖x - z‖₂ / σ: κ(x, z) = p(r)·e⁻ʳ
 * with p(r) = 1, 1 + r, 1 + r + r²/3.
 */
public record Matern(double nu, double sigma) implements Kernel {
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
    float[] factor = new float[count];
    for (int i = 0; i < count; i++) {
      x[from + i] = (float) Math.sqrt(squaredScale * x[from + i]);
    }
    for (int i = 0; i < count; i++) {
      float r = x[from + i];
      factor[i] = 1f + (linear + quadratic * r) * r;
    }
    math.exp(x, from, count, -1f);
    for (int i = 0; i < count; i++) {
      x[from + i] *= factor[i];
    }
  }

  private double linear() {
    return nu > 0.5 ? 1 : 0;
  }

  private double quadratic() {
    return nu > 1.5 ? 1.0 / 3 : 0;
  }
}
