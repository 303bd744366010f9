package org.filbert.calibration;

import java.util.Arrays;

/**
 * More than two classes: p_j = exp(s·f_j) / Σ_l exp(s·f_l).
 *
 * @param s 1 / the temperature, at least 0
 */
public record Softmax(double s) implements Probabilities {
  private static final long serialVersionUID = 1L;
  private static final int MOST_STEPS = 200;
  private static final double ACCURACY = 1e-10;

  /** The meaning of scores that minimise the multinomial logistic loss. */
  public static final Softmax ONE = new Softmax(1);

  public Softmax {
    if (!(s >= 0 && Double.isFinite(s))) {
      throw new IllegalArgumentException("a softmax of s = " + s + ", must be 0 or more");
    }
  }

  /**
   * Fits s to the scores of m rows that the model has not seen: the least -ΣΣ t_j log p_j, which is
   * convex in s, by Newton's method within a bracket. As in Platt's method the targets t are 1 - ε
   * for a row's class, and share ε = 1 / (m + 2) for the others, so that the minimum is finite.
   *
   * <p>C. Guo, G. Pleiss, Y. Sun, K. Weinberger 2017, <i>On calibration of modern neural
   * networks</i>.
   *
   * @param f m×k by rows
   * @param labels the class of each row
   */
  public static Softmax fit(double[] f, int k, int[] labels) {
    double[] ones = new double[labels.length];
    Arrays.fill(ones, 1);
    return fit(f, k, labels, ones);
  }

  /**
   * The same of rows with weights, which are in the sums and in m.
   *
   * @param weights of the rows, above 0
   */
  public static Softmax fit(double[] f, int k, int[] labels, double[] weights) {
    double unit = largestDifference(f, k);
    if (unit == 0) {
      return ONE; // all classes are the same
    }
    double low = 0;
    double high = Double.POSITIVE_INFINITY;
    double s = 1 / unit;
    for (int step = 0; step < MOST_STEPS; step++) {
      Derivatives d = Derivatives.at(f, k, labels, weights, s);
      if (d.first > 0) {
        high = s;
      } else {
        low = s;
      }
      double next = d.second > 0 ? s - d.first / d.second : Double.NaN;
      if (!(next > low && next < high)) {
        next = high == Double.POSITIVE_INFINITY ? 2 * s : (low + high) / 2;
      } else if (high == Double.POSITIVE_INFINITY) {
        next = Math.min(next, 4 * s);
      }
      double change = Math.abs(next - s);
      s = next;
      if (change <= ACCURACY * s || s < ACCURACY / unit) {
        break;
      }
    }
    return new Softmax(s < ACCURACY / unit ? 0 : s);
  }

  private static double largestDifference(double[] f, int k) {
    double largest = 0;
    for (int from = 0; from < f.length; from += k) {
      double low = f[from];
      double high = f[from];
      for (int j = 1; j < k; j++) {
        low = Math.min(low, f[from + j]);
        high = Math.max(high, f[from + j]);
      }
      largest = Math.max(largest, high - low);
    }
    return largest;
  }

  /** First and second derivative of the loss by s: Σ E_p[f] - E_t[f] and Σ Var_p[f]. */
  private record Derivatives(double first, double second) {
    static Derivatives at(double[] f, int k, int[] labels, double[] weights, double s) {
      Softmax softmax = new Softmax(s);
      double others = 1.0 / (Arrays.stream(weights).sum() + 2) / (k - 1);
      double first = 0;
      double second = 0;
      for (int i = 0; i < labels.length; i++) {
        double[] p = softmax.of(f, i * k, k);
        double mean = 0;
        double target = 0;
        for (int j = 0; j < k; j++) {
          double t = j == labels[i] ? 1 - (k - 1) * others : others;
          mean += p[j] * f[i * k + j];
          target += t * f[i * k + j];
        }
        for (int j = 0; j < k; j++) {
          double deviation = f[i * k + j] - mean;
          second += weights[i] * (p[j] * deviation * deviation);
        }
        first += weights[i] * (mean - target);
      }
      return new Derivatives(first, second);
    }
  }

  @Override
  public double[] of(double[] scores, int from, int k) {
    double largest = scores[from];
    for (int j = 1; j < k; j++) {
      largest = Math.max(largest, scores[from + j]);
    }
    double[] p = new double[k];
    double sum = 0;
    for (int j = 0; j < k; j++) {
      p[j] = Math.exp(s * (scores[from + j] - largest));
      sum += p[j];
    }
    for (int j = 0; j < k; j++) {
      p[j] /= sum;
    }
    return p;
  }

  @Override
  public boolean fits(int columns) {
    return columns > 1;
  }
}
