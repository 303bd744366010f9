package org.filbert.online.progressive;

import org.filbert.data.FormerName;

/**
 * Mean error over a stream so far, since some point, and over a fading window [1]: with the factor
 * α = 1 - 1/w an error that lies n rows back counts αⁿ.
 *
 * <p>[1] Gama, Sebastião, Rodrigues. On evaluating stream learning algorithms. Machine Learning 90,
 * 2013.
 *
 * @param rows counted so far
 * @param sum of their errors
 * @param recentRows counted since {@link #mark}
 */
@FormerName("org.filbert.online.progressive.Tally")
public record ProgressiveError(
    long rows, double sum, long recentRows, double recentSum, double fadedRows, double fadedSum) {
  /** Nothing counted yet. */
  public static final ProgressiveError EMPTY = new ProgressiveError(0, 0, 0, 0, 0, 0);

  /**
   * Counts errors in their order.
   *
   * @param window w, at least 1
   */
  public ProgressiveError add(double[] errors, double window) {
    double fading = 1 - 1 / window;
    double total = sum;
    double recent = recentSum;
    double weights = fadedRows;
    double faded = fadedSum;
    for (double error : errors) {
      total += error;
      recent += error;
      weights = fading * weights + 1;
      faded = fading * faded + error;
    }
    return new ProgressiveError(
        rows + errors.length, total, recentRows + errors.length, recent, weights, faded);
  }

  /** From here on rows are recent. */
  public ProgressiveError mark() {
    return new ProgressiveError(rows, sum, 0, 0, fadedRows, fadedSum);
  }

  /** Mean error of all rows; NaN without any. */
  public double overall() {
    return sum / rows;
  }

  /** Mean error since the mark; NaN without rows since then. */
  public double recent() {
    return recentSum / recentRows;
  }

  /** Mean error over the fading window; NaN without rows. */
  public double faded() {
    return fadedSum / fadedRows;
  }
}
