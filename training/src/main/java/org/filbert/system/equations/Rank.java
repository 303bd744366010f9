package org.filbert.system.equations;

import org.jspecify.annotations.Nullable;

/**
 * The number of eigenvalues of a preconditioner.
 *
 * @param chosen the number; if null, the number of eigenvalues above the bound, minus one, but at
 *     least {@value #LEAST} and at most a third of all
 * @param bound of the eigenvalues of the mean of φφᵀ
 */
public record Rank(@Nullable Integer chosen, double bound) {
  private static final int LEAST = 5;

  /** The largest number for a sample of m rows. */
  public int most(int m) {
    return chosen != null ? chosen : Math.min(m - 1, Math.max(LEAST, m / 3));
  }

  /**
   * The number for given eigenvalues; one eigenvalue more is always known.
   *
   * @param values eigenvalues of a sample of m rows, descending; the mean's are these divided by m
   * @param roundoff unit roundoff of the values: those that may be rounding errors do not count
   */
  public int of(double[] values, int m, double roundoff) {
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
