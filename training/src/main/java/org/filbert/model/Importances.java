package org.filbert.model;

import java.util.Arrays;
import java.util.List;

/**
 * What there is to say of the inputs of a {@link LearnedMetric} beside the metric itself: how much
 * a diagonal metric looks at each of them when permuted copies of all inputs stand beside them, and
 * the directions of a metric that is no diagonal.
 *
 * <p>The order is that of {@link LearnedMetric#inputs}.
 *
 * @param shares of each input in the trace of that metric
 * @param noise of each input the level of noise: 95 % of the copies are at most as important, an
 *     input that became several columns counting as so many
 * @param directions of the model's metric, the most important first; none if it is a diagonal
 */
public record Importances(double[] shares, double[] noise, List<Direction> directions) {
  public Importances {
    directions = List.copyOf(directions);
    if (shares.length != noise.length || !finite(shares) || !finite(noise)) {
      throw new IllegalArgumentException(
          "found %s shares and %s levels of noise, allowed finite ones, one each of every input"
              .formatted(shares.length, noise.length));
    }
  }

  private static boolean finite(double[] values) {
    return Arrays.stream(values).allMatch(value -> value >= 0 && Double.isFinite(value));
  }

  /**
   * An eigenvector of M.
   *
   * @param share of its eigenvalue in the trace of M
   * @param vector of length 1, by the features of the rows; its largest element is positive
   */
  public record Direction(double share, double[] vector) {}
}
