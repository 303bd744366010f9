package org.filbert.data;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** What the columns of a model's scores mean. */
public sealed interface Outputs {
  /** Number k of score columns. */
  int columns();

  /** What the scores of a row stand for. */
  Target target(double[] scores);

  /** The user's units in which differences of scores are summed; see {@link Targets}. */
  double unit();

  /** What is learned of the user's numbers. */
  TargetTransform transform();

  /** The root mean squared error of predicting the means of numbers, where that is known. */
  OptionalDouble errorOfMeans();

  /** The classes or the number of targets, for messages. */
  default String described() {
    return this instanceof Classes classes
        ? "the classes " + classes.names()
        : transform().described(columns() + " targets");
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
    public double unit() {
      return 1;
    }

    @Override
    public TargetTransform transform() {
      return TargetTransform.NONE;
    }

    @Override
    public OptionalDouble errorOfMeans() {
      return OptionalDouble.empty();
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
   * Regression targets y_j = t⁻¹(mean_j + scale_j·score_j) with the transform t. What is learned
   * are standardised targets: their magnitude changes neither what a ridge or a tolerance means nor
   * whether a number fits into single precision.
   *
   * @param scales above 0; absent in models and states of earlier versions, where they are 1
   * @param transform absent in models and states of earlier versions, which have none
   */
  record Targets(double[] means, double @Nullable [] scales, @Nullable TargetTransform transform)
      implements Outputs {
    public Targets {
      transform = transform == null ? TargetTransform.NONE : transform;
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

    /** Targets that are learned as they are. */
    public Targets(double[] means, double[] scales) {
      this(means, scales, TargetTransform.NONE);
    }

    /** Targets that are not scaled either. */
    public Targets(double[] means) {
      this(means, ones(means.length));
    }

    /** The units of a score of 1 in each column, of what is learned. */
    @Override
    public double[] scales() {
      return scales == null ? ones(means.length) : scales;
    }

    @Override
    public TargetTransform transform() {
      return transform == null ? TargetTransform.NONE : transform;
    }

    /** The largest of the scales; where targets are transformed, of those that the means are of. */
    @Override
    public double unit() {
      double[] units = linear() ? scales() : means.clone();
      return Arrays.stream(units).map(transform()::value).max().orElseThrow();
    }

    private boolean linear() {
      return transform() == TargetTransform.NONE;
    }

    /** The scales over the largest one: what a difference of scores counts in an error. */
    private double[] shares() {
      double unit = unit();
      return Arrays.stream(scales()).map(scale -> scale / unit).toArray();
    }

    /**
     * Differences of the values that rows of scores stand for, over {@link #unit}.
     *
     * @param f scores
     * @param y scores that are true
     */
    public double[] differences(double[] f, double[] y) {
      double[] differences = f.clone();
      if (linear()) {
        double[] shares = shares();
        Arrays.setAll(differences, i -> shares[i % shares.length] * (f[i] - y[i]));
        return differences;
      }
      double unit = unit();
      double[] truth = y.clone();
      toValues(differences);
      toValues(truth);
      Arrays.setAll(differences, i -> (differences[i] - truth[i]) / unit);
      return differences;
    }

    @Override
    public OptionalDouble errorOfMeans() {
      return linear()
          ? OptionalDouble.of(
              unit()
                  * Math.sqrt(
                      Arrays.stream(shares()).map(share -> share * share).average().orElse(0)))
          : OptionalDouble.empty();
    }

    /** The scores that stand for some values, of which the transform has been taken. */
    public double[] scores(double[] values) {
      double[] scores = values.clone();
      Arrays.setAll(scores, j -> (scores[j] - means[j]) / scales()[j]);
      return scores;
    }

    /** Turns rows of scores into the values that they stand for. */
    public void toValues(double[] scores) {
      int k = means.length;
      for (int i = 0; i < scores.length; i++) {
        scores[i] = transform().value(means[i % k] + scales()[i % k] * scores[i]);
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
