package org.filbert.metrics;

import java.util.ArrayList;
import java.util.List;

/**
 * Errors of the probabilities of classes, row by row.
 *
 * <p>Of two classes, what is measured beside the log-loss is the probability of the second; of more
 * classes, it is in the reliability the highest one against whether its class is the right one.
 */
final class ProbabilityErrors {
  private static final int BINS = 10;
  private static final double LEAST = Math.ulp(1.0);

  private final double[] sums = new double[BINS];
  private final long[] counts = new long[BINS];
  private final double[] weights = new double[BINS];
  private final double[] hits = new double[BINS];
  private double logarithms;
  private double squares;
  private double all;

  /**
   * Rows whose probability is in one of ten equal parts of [0, 1].
   *
   * @param probability their mean; not a number without rows
   * @param frequency how often it came true; not a number without rows
   */
  record Bin(long rows, double probability, double frequency) {}

  /** Adds a row with the probabilities of all classes. */
  void add(double[] p, int label) {
    add(p, label, 1);
  }

  /** Adds a row that counts as its weight says. */
  void add(double[] p, int label, double weight) {
    all += weight;
    double right = label < p.length ? p[label] : 0;
    logarithms -= weight * Math.log(Math.max(LEAST, right));
    int asked = 1;
    double square = 0;
    if (p.length == 2) {
      double difference = p[1] - (label == 1 ? 1 : 0);
      square = difference * difference;
    } else {
      asked = 0;
      for (int j = 0; j < p.length; j++) {
        double difference = p[j] - (label == j ? 1 : 0);
        square += difference * difference;
        asked = p[j] > p[asked] ? j : asked;
      }
    }
    squares += weight * square;
    int bin = Math.min(BINS - 1, (int) (BINS * p[asked]));
    counts[bin]++;
    weights[bin] += weight;
    sums[bin] += weight * p[asked];
    hits[bin] += label == asked ? weight : 0;
  }

  /** The mean of -log p of the right class, with p at least 2⁻⁵². */
  double logLoss() {
    return logarithms / all;
  }

  /** The mean of (p - t)² for two classes, of Σ_j (p_j - t_j)² for more; t is 1 if it is true. */
  double brier() {
    return squares / all;
  }

  /** The reliability diagram. */
  List<Bin> bins() {
    List<Bin> bins = new ArrayList<>();
    for (int b = 0; b < BINS; b++) {
      bins.add(new Bin(counts[b], sums[b] / weights[b], hits[b] / weights[b]));
    }
    return bins;
  }

  /** The expected calibration error: the mean distance of the diagram's points, by their rows. */
  double calibrationError() {
    double sum = 0;
    for (int b = 0; b < BINS; b++) {
      sum += Math.abs(sums[b] - hits[b]);
    }
    return sum / all;
  }
}
