package org.filbert.loss;

/** ℓ(f, y) = ½ ‖f - y‖². */
public record SquareLoss() implements Loss {
  @Override
  public double value(double[] scores, double[] targets) {
    double sum = 0;
    for (int j = 0; j < scores.length; j++) {
      double difference = scores[j] - targets[j];
      sum += difference * difference;
    }
    return sum / 2;
  }

  @Override
  public double[] gradient(double[] scores, double[] targets) {
    double[] gradient = new double[scores.length];
    for (int j = 0; j < scores.length; j++) {
      gradient[j] = scores[j] - targets[j];
    }
    return gradient;
  }

  @Override
  public double gradientBound(int columns) {
    return Double.POSITIVE_INFINITY;
  }
}
