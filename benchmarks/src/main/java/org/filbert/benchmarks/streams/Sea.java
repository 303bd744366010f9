package org.filbert.benchmarks.streams;

import java.util.Random;

/**
 * SEA concepts: three features, uniform in [0, 10). The class is whether the sum of the first two
 * is above θ, and the other one for a tenth of the rows. θ changes abruptly.
 *
 * <p>Street, Kim. A streaming ensemble algorithm for large-scale classification. KDD 2001.
 */
final class Sea implements LabelledStream {
  private static final double NOISE = 0.1;

  private final Random random;
  private final double[] thresholds;
  private final long period;
  private long rows;

  /**
   * @param thresholds θ, one after the other
   * @param period rows of each; the last one stays
   */
  Sea(long seed, double[] thresholds, long period) {
    this.random = new Random(seed);
    this.thresholds = thresholds.clone();
    this.period = period;
  }

  @Override
  public int features() {
    return 3;
  }

  @Override
  public Row next() {
    double[] x = {10 * random.nextDouble(), 10 * random.nextDouble(), 10 * random.nextDouble()};
    double threshold = thresholds[(int) Math.min(rows++ / period, thresholds.length - 1)];
    boolean above = x[0] + x[1] > threshold;
    return new Row(x, above != random.nextDouble() < NOISE ? 1 : 0);
  }
}
