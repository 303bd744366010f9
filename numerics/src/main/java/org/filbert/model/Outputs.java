package org.filbert.model;

import java.util.Arrays;
import java.util.List;
import org.filbert.data.RefusedException;
import org.filbert.data.Target;
import org.jspecify.annotations.Nullable;

/** What the columns of a model's scores mean. */
public sealed interface Outputs {
  /** Number k of score columns. */
  int columns();

  /** What the scores of a row stand for. */
  Target target(double[] scores);

  /** The user's units of a score of 1 in each column. */
  double[] scales();

  /** The largest of the scales. */
  default double unit() {
    return Arrays.stream(scales()).max().orElseThrow();
  }

  /** The scales over the largest one: what a squared difference of scores counts in an error. */
  default double[] shares() {
    double unit = unit();
    return Arrays.stream(scales()).map(scale -> scale / unit).toArray();
  }

  /** The classes or the number of targets, for messages. */
  default String described() {
    return this instanceof Classes classes
        ? "the classes " + classes.names()
        : columns() + " targets";
  }

  /**
   * Classes by the names they have in the user's data. Two classes share one column: above 0 means
   * the second. More classes have a column each and the highest score wins, the first on a tie.
   */
  record Classes(List<String> names) implements Outputs {
    public Classes {
      names = List.copyOf(names);
      if (names.size() < 2) {
        throw new RefusedException("found the classes " + names + ", at least 2 are needed");
      }
    }

    @Override
    public int columns() {
      return names.size() == 2 ? 1 : names.size();
    }

    @Override
    public Target target(double[] scores) {
      return new Target.ClassName(names.get(winner(scores, 0, scores.length)));
    }

    @Override
    public double[] scales() {
      return ones(columns());
    }

    /**
     * Index of the class that k scores, from a place in an array on, stand for: the highest, the
     * first on a tie; of a single score, whether it is above 0.
     */
    public static int winner(double[] scores, int from, int k) {
      if (k == 1) {
        return scores[from] > 0 ? 1 : 0;
      }
      int best = 0;
      for (int j = 1; j < k; j++) {
        if (scores[from + j] > scores[from + best]) {
          best = j;
        }
      }
      return best;
    }

    /** Target of a column for a row of the given class: +1 or -1. */
    public double target(int label, int column) {
      return (names.size() == 2 ? label == 1 : label == column) ? 1 : -1;
    }
  }

  /**
   * Regression targets y_j = mean_j + scale_j·score_j. What is learned are standardised targets:
   * their magnitude changes neither what a ridge or a tolerance means nor whether a number fits
   * into single precision.
   *
   * @param scales above 0; absent in models and states of earlier versions, where they are 1
   */
  record Targets(double[] means, double @Nullable [] scales) implements Outputs {
    public Targets {
      if (means.length == 0) {
        throw new RefusedException("found no targets, at least 1 is needed");
      }
      scales = scales == null ? ones(means.length) : scales;
      if (scales.length != means.length
          || !Arrays.stream(means).allMatch(Double::isFinite)
          || !Arrays.stream(scales).allMatch(scale -> scale > 0 && Double.isFinite(scale))) {
        throw new IllegalArgumentException(
            "found targets of means %s and scales %s, must be finite, and the scales above 0"
                .formatted(Arrays.toString(means), Arrays.toString(scales)));
      }
    }

    /** Targets that are not scaled. */
    public Targets(double[] means) {
      this(means, ones(means.length));
    }

    @Override
    public double[] scales() {
      return scales == null ? ones(means.length) : scales;
    }

    /** The scores that stand for some values. */
    public double[] scores(double[] values) {
      double[] scores = values.clone();
      Arrays.setAll(scores, j -> (scores[j] - means[j]) / scales()[j]);
      return scores;
    }

    /** Turns rows of scores into the values that they stand for. */
    public void toValues(double[] scores) {
      int k = means.length;
      for (int i = 0; i < scores.length; i++) {
        scores[i] = means[i % k] + scales()[i % k] * scores[i];
      }
    }

    @Override
    public int columns() {
      return means.length;
    }

    @Override
    public Target target(double[] scores) {
      return new Target.Values(scores);
    }
  }

  private static double[] ones(int columns) {
    double[] ones = new double[columns];
    Arrays.fill(ones, 1);
    return ones;
  }
}
