package org.filbert.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.calibration.Probabilities;
import org.filbert.data.Outputs;
import org.jspecify.annotations.Nullable;

/** Adds the rows of a classification one by one: classes, scores and probabilities. */
public final class ClassErrors {
  /** What classes that the model has not learned are called, all of them together. */
  public static final String NOT_LEARNED = "(not learned)";

  private final List<String> classes;
  private final int columns;
  private final @Nullable Probabilities probabilities;
  private final long[][] confusion;
  private final double[][] weights;
  private final ProbabilityErrors errors = new ProbabilityErrors();
  private final Rankings rankings;

  /**
   * Begins without rows.
   *
   * @param columns number k of scores of a row
   * @param probabilities from scores; absent if the model has none
   */
  public ClassErrors(List<String> classes, int columns, @Nullable Probabilities probabilities) {
    this.classes = List.copyOf(classes);
    this.columns = columns;
    this.probabilities = probabilities;
    int all = classes.size() + 1; // the last one is of classes that are not learned
    this.confusion = new long[all][all];
    this.weights = new double[all][all];
    this.rankings = new Rankings(columns);
  }

  /**
   * Adds a row.
   *
   * @param from place of its first score
   * @param label index of its class; the number of the classes for one that is none of them: the
   *     row is misclassified then
   * @param weight by which it counts
   */
  public void add(double[] scores, int from, int label, double weight) {
    int predicted = Outputs.Classes.winner(scores, from, columns);
    confusion[label][predicted]++;
    weights[label][predicted] += weight;
    double[] own = Arrays.copyOfRange(scores, from, from + columns);
    if (probabilities == null) {
      rankings.add(own, label, weight);
    } else {
      double[] p = probabilities.of(own);
      errors.add(p, label, weight);
      rankings.add(columns == 1 ? own : p, label, weight);
    }
  }

  /** The mean of -log p of the right class, or without probabilities the misclassified share. */
  public double loss() {
    return probabilities == null ? error() : errors.logLoss();
  }

  private double error() {
    return (all() - right()) / all();
  }

  private double all() {
    return Arrays.stream(weights).flatMapToDouble(Arrays::stream).sum();
  }

  private double right() {
    return IntStream.range(0, weights.length).mapToDouble(i -> weights[i][i]).sum();
  }

  /** The quality of all rows. */
  public Classification result() {
    return result(List.of());
  }

  /**
   * The quality of all rows.
   *
   * @param aims of thresholds, for two classes that have probabilities
   */
  public Classification result(List<Threshold.Aim> aims) {
    boolean known = rows(classes.size()) == 0;
    int count = known ? classes.size() : confusion.length;
    List<Classification.OfClass> byClass =
        Classification.OfClass.of(confusion, weights).subList(0, count);
    Rankings.Mean ranked = rankings.mean(positive());
    return new Classification(
        error(),
        right() / all(),
        byClass.stream()
            .filter(own -> own.support() > 0)
            .mapToDouble(Classification.OfClass::recall)
            .average()
            .orElse(0),
        byClass.stream()
            .filter(own -> own.support() + own.predicted() > 0)
            .mapToDouble(Classification.OfClass::f1)
            .average()
            .orElse(0),
        classes.size() == 2 ? classes.get(positive()) : null,
        Classification.known(ranked.ranking().rocAuc()),
        Classification.known(ranked.ranking().averagePrecision()),
        probabilities == null ? null : Classification.OfProbabilities.of(errors),
        known ? classes : Stream.concat(classes.stream(), Stream.of(NOT_LEARNED)).toList(),
        byClass,
        Arrays.stream(confusion)
            .limit(count)
            .map(row -> Arrays.copyOf(row, count))
            .toArray(long[][]::new),
        ranked.roc(),
        ranked.precisionRecall(),
        thresholds(aims));
  }

  /** The index of the class of two that fewer rows have, or that of the second. */
  private int positive() {
    return rows(0) < rows(1) ? 0 : 1;
  }

  private long rows(int label) {
    return Arrays.stream(confusion[label]).sum();
  }

  private @Nullable List<Threshold> thresholds(List<Threshold.Aim> aims) {
    List<Threshold> found =
        probabilities == null || classes.size() != 2
            ? List.of()
            : rankings.thresholds(positive(), probabilities, aims);
    return found.isEmpty() ? null : found;
  }
}
