package org.filbert.kernel;

import org.filbert.linalg.VectorMath;

/** κ(x, z) = xᵀz. */
public record Linear() implements Kernel {
  @Override
  public Statistic statistic() {
    return Statistic.DOT;
  }

  @Override
  public double of(double statistic) {
    return statistic;
  }

  @Override
  public void apply(float[] x, int from, int count, VectorMath math) {
    // The statistic is the value.
  }

  @Override
  public Kernel withSigma(double newSigma) {
    throw new UnsupportedOperationException("the linear kernel has no sigma");
  }
}
