package org.filbert.kernel;

import org.filbert.linalg.VectorMath;

/** κ(x, z) = exp(-‖x - z‖₂ / σ). */
public record Exponential(double sigma) implements Kernel {
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
  public boolean kinkedAtZero() {
    return true;
  }

  @Override
  public Exponential withSigma(double newSigma) {
    return new Exponential(newSigma);
  }
}
