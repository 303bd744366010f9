package org.filbert.benchmarks.streams;

import java.util.Random;

/**
 * A hyperplane that turns: features uniform in [0, 1), the class is whether wᵀx is at least half
 * the sum of w, and the other one for a twentieth of the rows. With every row each weight that
 * drifts moves by a constant, in a direction that turns round with a probability of a tenth.
 *
 * <p>Hulten, Spencer, Domingos. Mining time-changing data streams. KDD 2001.
 */
final class Hyperplane implements LabelledStream {
  private static final double NOISE = 0.05;
  private static final double TURN = 0.1;

  private final Random random;
  private final double[] weights;
  private final double[] steps;

  /**
   * @param drifting number of weights that drift
   * @param change of a weight with a row
   */
  Hyperplane(long seed, int features, int drifting, double change) {
    this.random = new Random(seed);
    this.weights = random.doubles(features).toArray();
    this.steps = new double[features];
    for (int j = 0; j < drifting; j++) {
      steps[j] = change;
    }
  }

  @Override
  public int features() {
    return weights.length;
  }

  @Override
  public Row next() {
    double[] x = random.doubles(weights.length).toArray();
    double side = 0;
    for (int j = 0; j < x.length; j++) {
      side += weights[j] * (x[j] - 0.5);
    }
    boolean positive = side >= 0;
    int label = positive != random.nextDouble() < NOISE ? 1 : 0;
    for (int j = 0; j < weights.length; j++) {
      weights[j] += steps[j];
      if (random.nextDouble() < TURN) {
        steps[j] = -steps[j];
      }
    }
    return new Row(x, label);
  }
}
