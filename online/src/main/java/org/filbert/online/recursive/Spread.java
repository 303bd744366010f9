package org.filbert.online.recursive;

import java.util.Arrays;

/**
 * The fading variance of regression targets, the unit of their losses. A row that lies n labelled
 * rows back counts 0.99ⁿ.
 *
 * @param weight sum of these weights
 * @param sums of each target
 * @param squares of all targets together
 */
record Spread(double weight, double[] sums, double squares) {
  private static final double FADING = 0.99;

  /** Distance from the mean of late, in units of the spread, up to which targets are learned. */
  private static final double FARTHEST = 30;

  static Spread start(int columns) {
    return new Spread(0, new double[columns], 0);
  }

  /** With the targets of a row. */
  Spread after(double[] targets) {
    double[] next = new double[sums.length];
    Arrays.setAll(next, j -> FADING * sums[j] + targets[j]);
    double square = Arrays.stream(targets).map(value -> value * value).sum();
    return new Spread(FADING * weight + 1, next, FADING * squares + square);
  }

  /**
   * The targets of a row, moved to where the others of late are if they are far from all of them,
   * so that a single wrong number does not stay in the sums. The spread is that of late, but 1 at
   * least, about what targets have that are scaled by the first rows.
   */
  double[] near(double[] targets) {
    double far = FARTHEST * (weight == 0 ? 1 : Math.sqrt(Math.max(1, variance())));
    double[] near = new double[targets.length];
    for (int j = 0; j < near.length; j++) {
      double mean = weight == 0 ? 0 : sums[j] / weight;
      near[j] = Math.max(mean - far, Math.min(mean + far, targets[j]));
    }
    return near;
  }

  /** The variance, summed over the targets; 1 where all are the same. */
  double variance() {
    double variance = squares / weight;
    for (double sum : sums) {
      variance -= sum / weight * (sum / weight);
    }
    return variance > 1e-12 * squares / weight ? variance : 1;
  }
}
