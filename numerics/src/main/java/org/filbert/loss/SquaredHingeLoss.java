package org.filbert.loss;

/** ℓ(f, y) = Σ_j max(0, 1 - y_j f_j)² for targets ±1. */
public record SquaredHingeLoss() implements SmoothLoss {
  @Override
  public double value(double score, double target) {
    double shortfall = Math.max(0, 1 - target * score);
    return shortfall * shortfall;
  }

  @Override
  public double slope(double score, double target) {
    return -2 * target * Math.max(0, 1 - target * score);
  }

  @Override
  public double curvature(double score, double target) {
    return target * score < 1 ? 2 : 0;
  }

  @Override
  public double curvatureBound() {
    return 2;
  }

  @Override
  public double gradientBound(int columns) {
    return Double.POSITIVE_INFINITY;
  }
}
