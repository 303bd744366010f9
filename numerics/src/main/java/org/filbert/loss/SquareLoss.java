package org.filbert.loss;

/** ℓ(f, y) = ½ ‖f - y‖². */
public record SquareLoss() implements SmoothLoss {
  @Override
  public double value(double score, double target) {
    double difference = score - target;
    return difference * difference / 2;
  }

  @Override
  public double slope(double score, double target) {
    return score - target;
  }

  @Override
  public double curvature(double score, double target) {
    return 1;
  }

  @Override
  public double curvatureBound() {
    return 1;
  }

  @Override
  public double gradientBound(int columns) {
    return Double.POSITIVE_INFINITY;
  }
}
