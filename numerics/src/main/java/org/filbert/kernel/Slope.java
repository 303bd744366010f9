package org.filbert.kernel;

import org.filbert.linalg.VectorMath;

/** κ'(s) in the place of κ(s), so that tiles of derivatives are made as those of values are. */
final class Slope implements Kernel {
  private final DifferentiableKernel kernel;

  Slope(DifferentiableKernel kernel) {
    this.kernel = kernel;
  }

  @Override
  public Statistic statistic() {
    return kernel.statistic();
  }

  @Override
  public double power() {
    return kernel.power();
  }

  @Override
  public double of(double statistic) {
    return kernel.slope(statistic);
  }

  @Override
  public void apply(float[] x, int from, int count, VectorMath math) {
    kernel.slopes(x, from, count, math);
  }

  @Override
  public boolean kinkedAtZero() {
    return kernel.kinkedAtZero();
  }
}
