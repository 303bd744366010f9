package org.filbert.system;

import org.jspecify.annotations.Nullable;

/**
 * How many eigenvalues a preconditioner is made of.
 *
 * @param chosen their number; absent: those above a bound, less one, but not fewer than {@value
 *     #LEAST} and not more than a third of all
 * @param bound for eigenvalues of the mean of φφᵀ
 */
public record Rank(@Nullable Integer chosen, double bound) {
  private static final int LEAST = 5;

  /** The most that there may be of a sample's m. */
  int most(int m) {
    return chosen != null ? chosen : Math.min(m - 1, Math.max(LEAST, m / 3));
  }

  /**
   * The number, of which there is always one value more.
   *
   * @param values descending, for a sample of m rows: the mean's are these by m
   * @param roundoff unit of roundoff that they are known with: what may be a rounding error is none
   */
  int of(double[] values, int m, double roundoff) {
    int wanted = chosen != null ? chosen : Math.max(LEAST, above(values, m * bound, most(m)) - 1);
    int real = above(values, 32 * roundoff * Math.max(values[0], 0), values.length);
    return Math.max(0, Math.min(Math.min(wanted, most(m)), real - 1));
  }

  private static int above(double[] values, double limit, int most) {
    int count = 0;
    while (count < Math.min(most, values.length) && values[count] > limit) {
      count++;
    }
    return count;
  }
}
