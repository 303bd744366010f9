package org.filbert.calibration;

import java.util.Arrays;

/**
 * Prediction intervals f ± r for numbers by split conformal prediction: with r the ⌈(n+1)·level⌉-th
 * smallest |y - f| of n rows that the model has not seen, a new row that is drawn as they were lies
 * within with at least the probability {@code level}, whatever the distribution (J. Lei, M. G'Sell,
 * A. Rinaldo, R. Tibshirani, L. Wasserman 2018, <i>Distribution-free predictive inference for
 * regression</i>). The probability is that of one target alone, over the draw of all these rows.
 *
 * <p>Of more than 1,000 rows the differences of rank ⌈i·n/1000⌉ are kept. Between them r is the
 * next larger one, so the probability stays guaranteed.
 *
 * @param rows n
 * @param differences ascending |y - f| of each target in units of what is learned of it, one target
 *     after the other
 * @param targets number of targets
 */
public record Intervals(long rows, double[] differences, int targets) implements Calibration {
  private static final long serialVersionUID = 1L;
  private static final int MOST_KEPT = 1000;

  public Intervals {
    int kept = (int) Math.min(rows, MOST_KEPT);
    if (targets < 1 || rows < 1 || differences.length != (long) kept * targets) {
      throw new IllegalArgumentException(
          "intervals of %s rows and %s targets from %s differences"
              .formatted(rows, targets, differences.length));
    }
    for (int i = 0; i < differences.length; i++) {
      double least = i % kept == 0 ? 0 : differences[i - 1];
      if (!(differences[i] >= least && Double.isFinite(differences[i]))) {
        throw new IllegalArgumentException(
            "the differences of intervals are not finite, 0 or more and ascending");
      }
    }
  }

  /**
   * Intervals from the differences of rows that the model has not seen.
   *
   * @param differences |y - f|, n×k by rows, in units of what is learned of the targets
   */
  public static Intervals of(double[] differences, int targets) {
    int n = differences.length / targets;
    int kept = Math.min(n, MOST_KEPT);
    double[] quantiles = new double[kept * targets];
    for (int j = 0; j < targets; j++) {
      double[] own = new double[n];
      for (int i = 0; i < n; i++) {
        own[i] = differences[i * targets + j];
      }
      Arrays.sort(own);
      for (int i = 0; i < kept; i++) {
        quantiles[j * kept + i] = own[(int) rank(i, n) - 1];
      }
    }
    return new Intervals(n, quantiles, targets);
  }

  /** The rank, from 1, of the difference that is kept at a place. */
  private static long rank(int place, long n) {
    return n <= MOST_KEPT ? place + 1L : ((place + 1L) * n + MOST_KEPT - 1) / MOST_KEPT;
  }

  /** Whether there are rows enough for a level; see {@link #halfWidths}. */
  public boolean allow(double level) {
    return rank(level) <= rows;
  }

  private long rank(double level) {
    // A level such as 0.9 is a little more or less in binary: that must not cost a rank.
    return Math.max(1, (long) Math.ceil((rows + 1) * level - 1e-9 * level));
  }

  /**
   * r of each target: half the width of its interval, in units of what is learned.
   *
   * @param level probability to lie within, between 0 and 1
   * @throws IllegalArgumentException if the rows are too few for the level
   */
  public double[] halfWidths(double level) {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException(
          "an interval of level " + level + ", must be a number between 0 and 1");
    }
    long wanted = rank(level);
    if (wanted > rows) {
      throw new IllegalArgumentException(
          "an interval of level %s, which needs %s validation rows or more; the model was trained with %s"
              .formatted(level, (long) Math.ceil(level / (1 - level) * (1 - 1e-9)), rows));
    }
    int kept = differences.length / targets;
    int place = 0;
    while (rank(place, rows) < wanted) {
      place++;
    }
    double[] r = new double[targets];
    for (int j = 0; j < targets; j++) {
      r[j] = differences[j * kept + place];
    }
    return r;
  }

  @Override
  public boolean fits(int columns) {
    return columns == targets;
  }
}
