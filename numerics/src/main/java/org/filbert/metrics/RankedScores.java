package org.filbert.metrics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Scores of the rows of a class and of all other rows, in descending order. */
final class RankedScores {
  private final Side positive;
  private final Side negative;

  /** Sums of weights at a distinct score, from the highest score down to it. */
  interface Step {
    /**
     * Takes a step.
     *
     * @param newPositive weight of the rows of the class with this score
     * @param newNegative weight of the other rows with this score
     * @param positive weight of the rows of the class with this score or a higher one
     * @param negative weight of such other rows
     */
    void take(double newPositive, double newNegative, double positive, double negative);
  }

  /** One kind of rows, sorted by ascending scores; without weights all rows count 1. */
  private record Side(double[] scores, double[] weights) {
    static Side of(double[] scores, double[] weights) {
      if (weights.length == 0) {
        double[] sorted = scores.clone();
        Arrays.sort(sorted);
        return new Side(sorted, weights);
      }
      int[] order =
          IntStream.range(0, scores.length)
              .boxed()
              .sorted(Comparator.comparingDouble(i -> scores[i]))
              .mapToInt(Integer::intValue)
              .toArray();
      return new Side(
          IntStream.of(order).mapToDouble(i -> scores[i]).toArray(),
          IntStream.of(order).mapToDouble(i -> weights[i]).toArray());
    }

    double weight(int i) {
      return weights.length == 0 ? 1 : weights[i];
    }

    double total() {
      return weights.length == 0 ? scores.length : Arrays.stream(weights).sum();
    }
  }

  /**
   * Sorts scores.
   *
   * @param positive scores of the rows of the class
   * @param positiveWeights their weights; empty if every row counts 1
   * @param negative scores of all others
   * @param negativeWeights likewise
   */
  RankedScores(
      double[] positive, double[] positiveWeights, double[] negative, double[] negativeWeights) {
    this.positive = Side.of(positive, positiveWeights);
    this.negative = Side.of(negative, negativeWeights);
  }

  /** The weight of all rows of the class. */
  double positives() {
    return positive.total();
  }

  /** The weight of all other rows. */
  double negatives() {
    return negative.total();
  }

  /** Goes through the distinct scores, the highest first. */
  void walk(Step step) {
    int i = positive.scores.length;
    int j = negative.scores.length;
    double above = 0;
    double othersAbove = 0;
    while (i > 0 || j > 0) {
      double score =
          i == 0
              ? negative.scores[j - 1]
              : j == 0
                  ? positive.scores[i - 1]
                  : Math.max(positive.scores[i - 1], negative.scores[j - 1]);
      double equal = 0;
      for (; i > 0 && positive.scores[i - 1] == score; i--) {
        equal += positive.weight(i - 1);
      }
      double others = 0;
      for (; j > 0 && negative.scores[j - 1] == score; j--) {
        others += negative.weight(j - 1);
      }
      above += equal;
      othersAbove += others;
      step.take(equal, others, above, othersAbove);
    }
  }
}
