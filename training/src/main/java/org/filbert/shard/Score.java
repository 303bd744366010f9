package org.filbert.shard;

import java.util.Arrays;
import org.filbert.data.Outputs;
import org.filbert.data.Outputs.Classes;
import org.filbert.data.Sample;
import org.filbert.linalg.Matrix;
import org.jspecify.annotations.Nullable;

/**
 * Errors of predictions: misclassified rows, or squared differences in regression.
 *
 * @param rows number of rows
 * @param columns number of regression targets; 0 for classes and if there are no rows
 * @param wrong number of misclassified rows
 * @param squares sum of squared differences over rows and targets, in the unit of the outputs; of
 *     weighted rows times their weights
 * @param weighted sums of the rows' weights; null if every row counts 1
 */
public record Score(
    long rows, int columns, long wrong, double squares, @Nullable Weighted weighted) {

  /**
   * Sums of weights.
   *
   * @param rows of all rows
   * @param wrong of the misclassified rows
   */
  record Weighted(double rows, double wrong) {
    Weighted plus(Weighted other) {
      return new Weighted(rows + other.rows, wrong + other.wrong);
    }
  }

  /** Errors of rows that count 1 each. */
  public Score(long rows, int columns, long wrong, double squares) {
    this(rows, columns, wrong, squares, null);
  }

  /**
   * Compares m×k scores with a sample's targets.
   *
   * @param outputs what the scores mean
   */
  public static Score of(Sample sample, Matrix scores, Outputs outputs) {
    return of(sample, scores, outputs, null);
  }

  /**
   * The same of rows with weights.
   *
   * @param weights of the rows; null if every row counts 1
   */
  public static Score of(
      Sample sample, Matrix scores, Outputs outputs, double @Nullable [] weights) {
    if (sample.count() == 0) {
      return new Score(0, 0, 0, 0);
    }
    double[] f = scores.toArray();
    int k = scores.cols();
    if (sample.labels().length == 0 && outputs instanceof Outputs.Targets targets) {
      double squares = 0;
      double[] differences = targets.differences(f, sample.y().toArray());
      for (int i = 0; i < f.length; i++) {
        double difference = differences[i];
        squares += (weights == null ? 1 : weights[i / k]) * (difference * difference);
      }
      return new Score(sample.count(), k, 0, squares, weighted(weights, 0));
    }
    long wrong = 0;
    double wrongWeight = 0;
    for (int i = 0; i < sample.count(); i++) {
      if (Classes.winner(f, i * k, k) != sample.labels()[i]) {
        wrong++;
        wrongWeight += weights == null ? 0 : weights[i];
      }
    }
    return new Score(sample.count(), 0, wrong, 0, weighted(weights, wrongWeight));
  }

  private static @Nullable Weighted weighted(double @Nullable [] weights, double wrong) {
    return weights == null ? null : new Weighted(Arrays.stream(weights).sum(), wrong);
  }

  public Score merge(Score other) {
    return new Score(
        rows + other.rows,
        Math.max(columns, other.columns),
        wrong + other.wrong,
        squares + other.squares,
        weighted == null
            ? other.weighted
            : other.weighted == null ? weighted : weighted.plus(other.weighted));
  }

  /**
   * Share of misclassified rows, or root mean squared error; null without rows.
   *
   * @param unit of the squared differences: {@link org.filbert.data.Outputs#unit}
   */
  public @Nullable Double error(double unit) {
    if (rows == 0) {
      return null;
    }
    double all = weighted == null ? rows : weighted.rows;
    return columns == 0
        ? (weighted == null ? wrong : weighted.wrong) / all
        : unit * Math.sqrt(squares / (all * columns));
  }
}
