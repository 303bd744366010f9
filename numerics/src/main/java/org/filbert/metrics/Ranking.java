package org.filbert.metrics;

/**
 * How well scores put the rows of a class before all others; not a number unless there are rows of
 * both kinds. Rows of equal scores count as one step. Of weighted rows the numbers of rows are sums
 * of weights.
 *
 * @param rocAuc probability that a row of the class has a higher score than another one, where
 *     equal scores count half: the area under the receiver operating characteristic
 * @param averagePrecision Σ (R_i - R_(i-1))·P_i over the distinct scores in descending order, with
 *     the recall R_i and the precision P_i of the rows from that score up: the area under the curve
 *     of precision and recall
 */
record Ranking(double rocAuc, double averagePrecision) {
  private static final double[] ALIKE = {};

  /**
   * Compares scores exactly, by sorting.
   *
   * @param positive scores of the rows of the class
   * @param negative scores of all others
   */
  static Ranking of(double[] positive, double[] negative) {
    return of(new RankedScores(positive, ALIKE, negative, ALIKE));
  }

  static Ranking of(RankedScores scores) {
    double positives = scores.positives();
    double negatives = scores.negatives();
    double[] sums = new double[2];
    scores.walk(
        (equal, others, above, othersAbove) -> {
          if (equal > 0) {
            sums[0] += equal * (negatives - othersAbove + 0.5 * others);
            sums[1] += equal * above / (above + othersAbove);
          }
        });
    return positives > 0 && negatives > 0
        ? new Ranking(sums[0] / (positives * negatives), sums[1] / positives)
        : new Ranking(Double.NaN, Double.NaN);
  }
}
