package org.filbert.loss;

/**
 * A loss that is a sum over the columns, ℓ(f, y) = Σ_j ℓ(f_j, y_j), with a gradient whose slope is
 * bounded: that is what Newton's method and coordinate descent need.
 */
public interface SmoothLoss extends Loss {
  /** ℓ of one column. */
  double value(double score, double target);

  /** ∂ℓ/∂f of one column. */
  double slope(double score, double target);

  /** ∂²ℓ/∂f² of one column, at least 0; one of its generalised values where there is a jump. */
  double curvature(double score, double target);

  /** β, the least number that {@link #curvature} never exceeds. */
  double curvatureBound();

  @Override
  default double value(double[] scores, double[] targets) {
    double sum = 0;
    for (int j = 0; j < scores.length; j++) {
      sum += value(scores[j], targets[j]);
    }
    return sum;
  }

  @Override
  default double[] gradient(double[] scores, double[] targets) {
    double[] gradient = new double[scores.length];
    for (int j = 0; j < scores.length; j++) {
      gradient[j] = slope(scores[j], targets[j]);
    }
    return gradient;
  }
}
