package org.filbert.loss;

/** ℓ(f, y) = Σ_j log(1 + exp(-y_j f_j)) for targets ±1. */
public record LogisticLoss() implements Loss {
  @Override
  public double value(double[] scores, double[] targets) {
    double sum = 0;
    for (int j = 0; j < scores.length; j++) {
      double margin = targets[j] * scores[j];
      sum += Math.max(0, -margin) + Math.log1p(Math.exp(-Math.abs(margin)));
    }
    return sum;
  }

  @Override
  public double[] gradient(double[] scores, double[] targets) {
    double[] gradient = new double[scores.length];
    for (int j = 0; j < scores.length; j++) {
      // An infinite exponential gives the right limit, 0.
      gradient[j] = -targets[j] / (1 + Math.exp(targets[j] * scores[j]));
    }
    return gradient;
  }

  @Override
  public double gradientBound(int columns) {
    return Math.sqrt(columns);
  }
}
