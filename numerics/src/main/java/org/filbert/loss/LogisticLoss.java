package org.filbert.loss;

import java.util.Optional;
import org.filbert.calibration.NormalisedSigmoids;
import org.filbert.calibration.Probabilities;
import org.filbert.calibration.Sigmoid;

/** ℓ(f, y) = Σ_j log(1 + exp(-y_j f_j)) for targets ±1. */
public record LogisticLoss() implements SmoothLoss {
  @Override
  public double value(double score, double target) {
    double margin = target * score;
    return Math.max(0, -margin) + Math.log1p(Math.exp(-Math.abs(margin)));
  }

  @Override
  public double slope(double score, double target) {
    // An infinite exponential gives the right limit, 0.
    return -target / (1 + Math.exp(target * score));
  }

  @Override
  public double curvature(double score, double target) {
    double e = Math.exp(-Math.abs(score));
    return e / ((1 + e) * (1 + e));
  }

  @Override
  public double curvatureBound() {
    return 0.25;
  }

  @Override
  public double gradientBound(int columns) {
    return Math.sqrt(columns);
  }

  @Override
  public Optional<Probabilities> probabilities(int columns) {
    return Optional.of(columns == 1 ? Sigmoid.LOGISTIC : new NormalisedSigmoids());
  }
}
