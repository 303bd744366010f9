package org.filbert.metrics;

import java.util.Arrays;

/**
 * How well scores put the rows of a class before all others; not a number unless there are rows of
 * both kinds. Rows of equal scores count as one step.
 *
 * @param rocAuc probability that a row of the class has a higher score than another one, where
 *     equal scores count half: the area under the receiver operating characteristic
 * @param averagePrecision Σ (R_i - R_(i-1))·P_i over the distinct scores in descending order, with
 *     the recall R_i and the precision P_i of the rows from that score up: the area under the curve
 *     of precision and recall
 */
public record Ranking(double rocAuc, double averagePrecision) {

  /**
   * Compares scores exactly, by sorting.
   *
   * @param positive scores of the rows of the class, which are sorted
   * @param negative scores of all others, which are sorted
   */
  public static Ranking of(double[] positive, double[] negative) {
    if (positive.length == 0 || negative.length == 0) {
      return new Ranking(Double.NaN, Double.NaN);
    }
    Arrays.sort(positive);
    Arrays.sort(negative);
    int i = positive.length;
    int j = negative.length;
    double pairs = 0;
    double precisions = 0;
    while (i > 0) {
      double score = j > 0 ? Math.max(positive[i - 1], negative[j - 1]) : positive[i - 1];
      int equal = 0;
      for (; i > 0 && positive[i - 1] == score; i--) {
        equal++;
      }
      int others = 0;
      for (; j > 0 && negative[j - 1] == score; j--) {
        others++;
      }
      pairs += equal * (j + 0.5 * others);
      int found = positive.length - i;
      precisions += (double) equal * found / (found + negative.length - j);
    }
    return new Ranking(
        pairs / ((double) positive.length * negative.length), precisions / positive.length);
  }
}
