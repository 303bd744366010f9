package org.filbert.online.progressive;

/**
 * The Page-Hinkley test [1] for a growing mean: with x̄_t the mean so far, m_t = Σ_i (x_i - x̄_i -
 * δ) and M_t its minimum, there is a change when m_t - M_t exceeds the threshold.
 *
 * <p>[1] Page. Continuous inspection schemes. Biometrika 41, 1954.
 *
 * @param delta δ, growth that is put up with
 * @param threshold of m_t - M_t
 * @param rows seen since the last change
 */
public record PageHinkley(
    double delta, double threshold, long rows, double sum, double deviation, double least)
    implements DriftDetector {
  /** Rows without which nothing is said. */
  private static final int FEWEST_ROWS = 30;

  public PageHinkley {
    if (!(delta >= 0 && delta < 1)) {
      throw new IllegalArgumentException("delta is " + delta + ", must be from 0 to below 1");
    }
    if (!(threshold > 0 && Double.isFinite(threshold))) {
      throw new IllegalArgumentException(
          "threshold is " + threshold + ", must be a number above 0");
    }
  }

  public PageHinkley(double delta, double threshold) {
    this(delta, threshold, 0, 0, 0, 0);
  }

  @Override
  public Watched watch(double[] errors) {
    long n = rows;
    double total = sum;
    double m = deviation;
    double minimum = least;
    for (double error : errors) {
      n++;
      total += error;
      m += error - total / n - delta;
      minimum = Math.min(minimum, m);
      if (n >= FEWEST_ROWS && m - minimum > threshold) {
        return new Watched(new PageHinkley(delta, threshold), true);
      }
    }
    return new Watched(new PageHinkley(delta, threshold, n, total, m, minimum), false);
  }
}
