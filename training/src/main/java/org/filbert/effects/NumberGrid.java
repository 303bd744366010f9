package org.filbert.effects;

import java.util.Arrays;
import java.util.stream.IntStream;

/** The values of a number that its effect is looked at for. */
final class NumberGrid {
  /** Values at most. */
  static final int VALUES = 20;

  /** Share of the numbers below the first value, and above the last one. */
  private static final double OUTER = 0.01;

  private NumberGrid() {}

  /**
   * Quantiles at equal distances, each of them one of the numbers; where few numbers differ, all
   * that do. Ascending, from the 1st to the 99th percentile.
   */
  static double[] of(double[] numbers) {
    double[] sorted = numbers.clone();
    Arrays.sort(sorted);
    if (sorted.length == 0) {
      return sorted;
    }
    double first = quantile(sorted, OUTER);
    double last = quantile(sorted, 1 - OUTER);
    double[] distinct =
        Arrays.stream(sorted).filter(x -> x >= first && x <= last).distinct().toArray();
    return distinct.length <= VALUES
        ? distinct
        : IntStream.range(0, VALUES)
            .mapToDouble(i -> quantile(sorted, OUTER + (1 - 2 * OUTER) * i / (VALUES - 1)))
            .distinct()
            .toArray();
  }

  /** The number that a share of the others is below; rounded to one that there is. */
  static double quantile(double[] sorted, double share) {
    return sorted[(int) Math.round(share * (sorted.length - 1))];
  }
}
