package org.filbert.calibration;

import java.util.Arrays;

/**
 * Two classes: p = 1 / (1 + exp(a·f + b)) is the probability of the second.
 *
 * @param a below 0 if higher scores are more likely of the second class
 */
public record Sigmoid(double a, double b) implements Probabilities {
  private static final long serialVersionUID = 1L;
  private static final int MOST_STEPS = 100;
  private static final double LEAST_STEP = 1e-10;
  private static final double RIDGE = 1e-12;
  private static final double SMALL_GRADIENT = 1e-9;

  /** The meaning of a score that minimises the logistic loss. */
  public static final Sigmoid LOGISTIC = new Sigmoid(-1, 0);

  public Sigmoid {
    if (!Double.isFinite(a) || !Double.isFinite(b)) {
      throw new IllegalArgumentException(
          "a sigmoid of a = %s and b = %s, must be finite".formatted(a, b));
    }
  }

  /**
   * Fits a and b to the scores of rows that the model has not seen: the least -Σ t log p + (1 - t)
   * log(1 - p), by Newton's method with backtracking. The targets t are (n₊ + 1) / (n₊ + 2) for the
   * n₊ rows of the second class and 1 / (n₋ + 2) for the others, so that the minimum is finite.
   *
   * <p>J. Platt 1999, <i>Probabilistic outputs for support vector machines</i>; H.-T. Lin, C.-J.
   * Lin, R. Weng 2007, <i>A note on Platt's probabilistic outputs</i>.
   *
   * @param f a score for each row
   * @param labels 1 for rows of the second class, 0 for others
   */
  public static Sigmoid fit(double[] f, int[] labels) {
    double[] ones = new double[f.length];
    Arrays.fill(ones, 1);
    return fit(f, labels, ones);
  }

  /**
   * The same of rows with weights, which are in the sums and in n₊ and n₋.
   *
   * @param weights of the rows, above 0
   */
  public static Sigmoid fit(double[] f, int[] labels, double[] weights) {
    double unit = unit(f); // scores of any magnitude, as the thresholds are absolute
    double[] scaled = new double[f.length];
    double[] t = new double[f.length];
    double positive = 0;
    double all = 0;
    for (int i = 0; i < labels.length; i++) {
      positive += labels[i] * weights[i];
      all += weights[i];
    }
    double negative = all - positive;
    for (int i = 0; i < f.length; i++) {
      scaled[i] = f[i] / unit;
      t[i] = labels[i] == 1 ? (positive + 1.0) / (positive + 2.0) : 1 / (negative + 2.0);
    }
    double a = 0;
    double b = Math.log((negative + 1.0) / (positive + 1.0));
    double value = loss(scaled, t, weights, a, b);
    for (int step = 0; step < MOST_STEPS; step++) {
      Derivatives d = Derivatives.at(scaled, t, weights, a, b);
      if (Math.max(Math.abs(d.ga), Math.abs(d.gb)) <= SMALL_GRADIENT * all) {
        break;
      }
      double determinant = d.haa * d.hbb - d.hab * d.hab;
      double da = -(d.hbb * d.ga - d.hab * d.gb) / determinant;
      double db = -(d.haa * d.gb - d.hab * d.ga) / determinant;
      double slope = d.ga * da + d.gb * db;
      double size = 1;
      double next = loss(scaled, t, weights, a + da, b + db);
      while (!(next < value + 1e-4 * size * slope) && size >= LEAST_STEP) {
        size /= 2;
        next = loss(scaled, t, weights, a + size * da, b + size * db);
      }
      if (size < LEAST_STEP) {
        break;
      }
      a += size * da;
      b += size * db;
      value = next;
    }
    return new Sigmoid(a / unit, b);
  }

  private static double unit(double[] f) {
    double largest = 0;
    for (double score : f) {
      largest = Math.max(largest, Math.abs(score));
    }
    return largest > 0 ? largest : 1;
  }

  private static double loss(double[] f, double[] t, double[] weights, double a, double b) {
    double sum = 0;
    for (int i = 0; i < f.length; i++) {
      double z = a * f[i] + b;
      sum += weights[i] * ((z >= 0 ? t[i] : t[i] - 1) * z + Math.log1p(Math.exp(-Math.abs(z))));
    }
    return sum;
  }

  /**
   * Gradient and Hessian of the loss; the diagonal is raised a little so that it has an inverse.
   */
  private record Derivatives(double ga, double gb, double haa, double hab, double hbb) {
    static Derivatives at(double[] f, double[] t, double[] weights, double a, double b) {
      double ga = 0;
      double gb = 0;
      double haa = RIDGE;
      double hab = 0;
      double hbb = RIDGE;
      for (int i = 0; i < f.length; i++) {
        double p = probability(a * f[i] + b);
        double difference = weights[i] * (t[i] - p);
        double weight = weights[i] * (p * (1 - p));
        ga += f[i] * difference;
        gb += difference;
        haa += f[i] * f[i] * weight;
        hab += f[i] * weight;
        hbb += weight;
      }
      return new Derivatives(ga, gb, haa, hab, hbb);
    }
  }

  private static double probability(double z) {
    double e = Math.exp(-Math.abs(z));
    return z >= 0 ? e / (1 + e) : 1 / (1 + e);
  }

  @Override
  public double[] of(double[] scores, int from, int k) {
    double z = a * scores[from] + b;
    return new double[] {probability(-z), probability(z)};
  }

  @Override
  public boolean fits(int columns) {
    return columns == 1;
  }
}
