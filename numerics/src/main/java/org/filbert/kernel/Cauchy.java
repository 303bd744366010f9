package org.filbert.kernel;

import org.filbert.linalg.VectorMath;

/** κ(x, z) = 1 / (1 + ‖x - z‖² / σ²). */
public record Cauchy(double sigma) implements Kernel {
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
  public Cauchy withSigma(double newSigma) {
    return new Cauchy(newSigma);
  }
}
