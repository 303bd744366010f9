package org.filbert.loss;

/** ℓ(f, y) = Σ_j max(0, 1 - y_j f_j)² for targets ±1. */
public record SquaredHingeLoss() implements Loss {
  @Override
  public double value(double[] scores, double[] targets) {
    double sum = 0;
    for (int j = 0; j < scores.length; j++) {
      double shortfall = Math.max(0, 1 - targets[j] * scores[j]);
      sum += shortfall * shortfall;
    }
    return sum;
  }

  @Override
  public double[] gradient(double[] scores, double[] targets) {
    double[] gradient = new double[scores.length];
    for (int j = 0; j < scores.length; j++) {
      gradient[j] = -2 * targets[j] * Math.max(0, 1 - targets[j] * scores[j]);
    }
    return gradient;
  }

  @Override
  public double gradientBound(int columns) {
    return Double.POSITIVE_INFINITY;
  }
}
