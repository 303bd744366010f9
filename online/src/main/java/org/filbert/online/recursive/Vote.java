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

  /** The vote over the rows to come. */
  Course course(double rate) {
    return new Course(this, rate);
  }

  /** A vote that follows rows in their order. */
  static final class Course {
    private final double rate;
    private final double[] losses;
    private final double[] course;
    private double missing;
    private double[] weights;

    private Course(Vote vote, double rate) {
      this.rate = rate;
      this.losses = vote.losses.clone();
      this.course = vote.course.clone();
      this.missing = vote.missing;
      this.weights = vote.weights(rate);
    }

    /** The weights of the experts for the next row. */
    double[] weights() {
      return weights;
    }

    /** After a row, with the loss of each expert. */
    void add(double[] ofRow) {
      for (int e = 0; e < losses.length; e++) {
        losses[e] = FADING * losses[e] + (1 - FADING) * ofRow[e];
        course[e] = COURSE * course[e] + (1 - COURSE) * weights[e];
      }
      missing *= FADING;
      weights = vote().weights(rate);
    }

    Vote vote() {
      return new Vote(losses.clone(), missing, course.clone());
    }
  }
}
