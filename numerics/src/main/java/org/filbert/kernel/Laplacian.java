package org.filbert.kernel;

import org.filbert.linalg.VectorMath;

/** κ(x, z) = exp(-‖x - z‖₁ / σ). */
public record Laplacian(double sigma) implements Kernel {
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
  public Laplacian withSigma(double newSigma) {
    return new Laplacian(newSigma);
  }
}
