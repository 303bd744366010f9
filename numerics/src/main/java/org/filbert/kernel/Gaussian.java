package org.filbert.kernel;

import org.filbert.linalg.VectorMath;

/** κ(x, z) = exp(-‖x - z‖² / (2σ²)). */
public record Gaussian(double sigma) implements Kernel {
  public Gaussian {
    Parameters.positive("sigma", sigma);
  }

  @Override
  public Statistic statistic() {
    return Statistic.SQUARED_DISTANCE;
  }

  @Override
  public double of(double statistic) {
    return Math.exp(-statistic / (2 * sigma * sigma));
  }

  @Override
  public void apply(float[] x, int from, int count, VectorMath math) {
    math.exp(x, from, count, (float) (-1 / (2 * sigma * sigma)));
  }

  @Override
  public Gaussian withSigma(double newSigma) {
    return new Gaussian(newSigma);
  }
}
