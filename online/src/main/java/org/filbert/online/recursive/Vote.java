package org.filbert.online.recursive;

import java.util.Arrays;

/**
 * The experts' votes: weights in proportion to exp(-η L_e), where L_e is the fading mean of an
 * expert's losses. A loss that lies n labelled rows back counts 0.995ⁿ.
 *
 * @param losses Σ 0.005·0.995ⁿ·loss of each expert
 * @param missing what is missing to 1 in the sum of these weights
 * @param course the mean of the experts' weights; those n labelled rows back count 0.998ⁿ
 */
record Vote(double[] losses, double missing, double[] course) {
  private static final double FADING = 0.995;

  private static final double COURSE = 0.998;

  static Vote start(int experts) {
    double[] equal = new double[experts];
    Arrays.fill(equal, 1.0 / experts);
    return new Vote(new double[experts], 1, equal);
  }

  /** The weights w_e; their sum is 1. */
  double[] weights(double rate) {
    double[] weights = new double[losses.length];
    if (missing == 1) {
      Arrays.fill(weights, 1.0 / weights.length);
      return weights;
    }
    double least = Arrays.stream(losses).min().orElse(0);
    double sum = 0;
    for (int e = 0; e < weights.length; e++) {
      weights[e] = StrictMath.exp(-rate * (losses[e] - least) / (1 - missing));
      sum += weights[e];
    }
    for (int e = 0; e < weights.length; e++) {
      weights[e] /= sum;
    }
    return weights;
  }

  /** The fading mean of the best expert's losses. */
  double least() {
    return Arrays.stream(losses).min().orElse(0) / (1 - missing);
  }

  /** The contribution of a batch's losses, in the order of its rows, to the fading mean. */
  static double faded(double[] losses) {
    double sum = 0;
    for (double loss : losses) {
      sum = FADING * sum + (1 - FADING) * loss;
    }
    return sum;
  }

  /**
   * After a batch.
   *
   * @param faded the contribution of each expert, see {@link #faded}
   * @param weights with which the batch was predicted
   * @param rows that these are of
   */
  Vote after(double[] faded, double[] weights, int rows) {
    double factor = StrictMath.pow(FADING, rows);
    double[] next = new double[losses.length];
    Arrays.setAll(next, e -> factor * losses[e] + faded[e]);
    double kept = StrictMath.pow(COURSE, rows);
    double[] mean = new double[losses.length];
    Arrays.setAll(mean, e -> kept * course[e] + (1 - kept) * weights[e]);
    return new Vote(next, factor * missing, mean);
  }
}
