package org.filbert.shard;

import org.filbert.data.Sample;
import org.filbert.linalg.Matrix;
import org.filbert.model.Outputs.Classes;
import org.jspecify.annotations.Nullable;

/**
 * Errors of predictions: misclassified rows, or squared differences in regression.
 *
 * @param rows number of rows
 * @param columns number of regression targets; 0 for classes and if there are no rows
 * @param wrong number of misclassified rows
 * @param squares sum of squared differences over rows and targets, in the unit of the outputs
 */
public record Score(long rows, int columns, long wrong, double squares) {

  /**
   * Compares m×k scores with a sample's targets.
   *
   * @param shares what each column counts: {@link org.filbert.model.Outputs#shares}
   */
  public static Score of(Sample sample, Matrix scores, double[] shares) {
    if (sample.count() == 0) {
      return new Score(0, 0, 0, 0);
    }
    double[] f = scores.toArray();
    double[] y = sample.y().toArray();
    int k = scores.cols();
    if (sample.labels().length == 0) {
      double squares = 0;
      for (int i = 0; i < f.length; i++) {
        double difference = shares[i % k] * (f[i] - y[i]);
        squares += difference * difference;
      }
      return new Score(sample.count(), k, 0, squares);
    }
    long wrong = 0;
    for (int i = 0; i < sample.count(); i++) {
      wrong += Classes.winner(f, i * k, k) == Classes.winner(y, i * k, k) ? 0 : 1;
    }
    return new Score(sample.count(), 0, wrong, 0);
  }

  public Score merge(Score other) {
    return new Score(
        rows + other.rows,
        Math.max(columns, other.columns),
        wrong + other.wrong,
        squares + other.squares);
  }

  /**
   * Share of misclassified rows, or root mean squared error; null without rows.
   *
   * @param unit of the squared differences: {@link org.filbert.model.Outputs#unit}
   */
  public @Nullable Double error(double unit) {
    if (rows == 0) {
      return null;
    }
    return columns == 0 ? (double) wrong / rows : unit * Math.sqrt(squares / (rows * columns));
  }
}
