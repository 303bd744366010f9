package org.filbert.benchmarks.streams;

import java.util.Random;

/**
 * Waveforms: of three triangular waves over 21 features each class mixes two, by a uniform share,
 * with normal noise. The best classifier errs on 14 % of the rows. Features may change places,
 * once.
 *
 * <p>Breiman, Friedman, Olshen, Stone. Classification and regression trees. 1984, section 2.6.2.
 */
final class Waveform implements LabelledStream {
  private static final int FEATURES = 21;
  private static final int[] PEAKS = {6, 14, 10};
  private static final int[][] MIXED = {{0, 1}, {0, 2}, {1, 2}};

  private final Random random;
  private final int[] places = new int[FEATURES];
  private final int moving;
  private final long change;
  private long rows;

  /**
   * @param moving features that change places with others
   * @param change rows before they do
   */
  Waveform(long seed, int moving, long change) {
    this.random = new Random(seed);
    this.moving = moving;
    this.change = change;
    for (int j = 0; j < FEATURES; j++) {
      places[j] = j;
    }
  }

  @Override
  public int features() {
    return FEATURES;
  }

  @Override
  public Row next() {
    if (rows++ == change) {
      changePlaces();
    }
    int label = random.nextInt(MIXED.length);
    double share = random.nextDouble();
    double[] x = new double[FEATURES];
    for (int j = 0; j < FEATURES; j++) {
      x[places[j]] =
          share * wave(MIXED[label][0], j)
              + (1 - share) * wave(MIXED[label][1], j)
              + random.nextGaussian();
    }
    return new Row(x, label);
  }

  private void changePlaces() {
    for (int j = 0; j < moving; j++) {
      int other = random.nextInt(FEATURES);
      int place = places[j];
      places[j] = places[other];
      places[other] = place;
    }
  }

  private static double wave(int number, int feature) {
    return Math.max(0, 6 - Math.abs(feature - PEAKS[number]));
  }
}
