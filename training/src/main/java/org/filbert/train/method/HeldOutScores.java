package org.filbert.train.method;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.filbert.calibration.Calibration;
import org.filbert.calibration.Intervals;
import org.filbert.calibration.ProbabilityFit;
import org.filbert.data.Outputs;
import org.filbert.data.RefusedException;
import org.filbert.shard.ScoredRows;

/**
 * What scores of rows that a model has not seen say of its certainty. Those of several models of
 * the same classes or targets can be joined.
 *
 * @param classes names of the classes; empty for regression
 * @param columns number k of scores of a row
 * @param labels index of each row's class; empty for regression
 * @param values m×k scores of classes, or absolute differences of numbers from their targets in the
 *     units of what is learned of these
 * @param weights by which the rows count
 */
public record HeldOutScores(
    List<String> classes, int columns, int[] labels, double[] values, double[] weights) {
  public HeldOutScores {
    classes = List.copyOf(classes);
  }

  public static HeldOutScores of(ScoredRows rows, Outputs outputs) {
    double[] f = rows.scores();
    int k = outputs.columns();
    if (outputs instanceof Outputs.Targets targets) {
      double[] scales = targets.scales();
      double[] differences = new double[f.length];
      for (int i = 0; i < f.length; i++) {
        differences[i] = scales[i % k] * Math.abs(f[i] - rows.targets()[i]);
      }
      return new HeldOutScores(List.of(), k, rows.labels(), differences, new double[0]);
    }
    return new HeldOutScores(
        ((Outputs.Classes) outputs).names(), k, rows.labels(), f, rows.allWeights());
  }

  /**
   * The rows of all folds, one fold after the other.
   *
   * @throws RefusedException if their classes or their numbers of targets differ
   */
  public static HeldOutScores joined(List<HeldOutScores> folds) {
    HeldOutScores first = folds.get(0);
    for (int i = 1; i < folds.size(); i++) {
      HeldOutScores fold = folds.get(i);
      if (fold.columns != first.columns || !fold.classes.equals(first.classes)) {
        throw new RefusedException(
            "fold %s of %s has the classes %s, fold 1 has %s: fewer folds have more rows of each"
                .formatted(i + 1, folds.size(), fold.classes, first.classes));
      }
    }
    return new HeldOutScores(
        first.classes,
        first.columns,
        folds.stream().flatMapToInt(fold -> IntStream.of(fold.labels)).toArray(),
        folds.stream().flatMapToDouble(fold -> DoubleStream.of(fold.values)).toArray(),
        folds.stream().flatMapToDouble(fold -> DoubleStream.of(fold.weights)).toArray());
  }

  /** Probabilities or intervals that are fitted to the rows; nothing if there are none. */
  public Optional<Calibration> fit() {
    return fit(ProbabilityFit::of);
  }

  /** The same, of rows that were left out of a solution one at a time. */
  Optional<Calibration> fitLeftOut() {
    return fit(ProbabilityFit::ofLeftOut);
  }

  private interface Fit {
    Calibration of(double[] f, int k, int[] labels, double[] weights);
  }

  private Optional<Calibration> fit(Fit probabilities) {
    if (values.length == 0) {
      return Optional.empty();
    }
    return Optional.of(
        classes.isEmpty()
            ? Intervals.of(values, columns)
            : probabilities.of(values, columns, labels, weights));
  }

  /** Number of rows. */
  public int rows() {
    return values.length / columns;
  }
}
