package org.filbert.calibration;

import java.util.Arrays;

/**
 * Classes that were each learned against all others with the logistic loss: p_j = σ(f_j) / Σ_l
 * σ(f_l) with σ(f) = 1 / (1 + exp(-f)).
 */
public record NormalisedSigmoids() implements Probabilities {
  private static final long serialVersionUID = 1L;

  @Override
  public double[] of(double[] scores, int from, int k) {
    double[] logarithms = Arrays.copyOfRange(scores, from, from + k);
    for (int j = 0; j < k; j++) {
      double f = logarithms[j];
      logarithms[j] = Math.min(0, f) - Math.log1p(Math.exp(-Math.abs(f)));
    }
    return Softmax.ONE.of(logarithms, 0, k);
  }

  @Override
  public boolean fits(int columns) {
    return columns > 1;
  }
}
