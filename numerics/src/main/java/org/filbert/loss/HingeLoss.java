package org.filbert.loss;

/** ℓ(f, y) = Σ_j max(0, 1 - y_j f_j) for targets ±1. */
public record HingeLoss() implements Loss {
  @Override
  public double value(double[] scores, double[] targets) {
    double sum = 0;
    for (int j = 0; j < scores.length; j++) {
      sum += Math.max(0, 1 - targets[j] * scores[j]);
    }
    return sum;
  }

  @Override
  public double[] gradient(double[] scores, double[] targets) {
    double[] gradient = new double[scores.length];
    for (int j = 0; j < scores.length; j++) {
      gradient[j] = targets[j] * scores[j] < 1 ? -targets[j] : 0;
    }
    return gradient;
  }

  @Override
  public double gradientBound(int columns) {
    return Math.sqrt(columns);
  }
}
