package org.filbert.model;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.filbert.calibration.Calibration;
import org.filbert.calibration.Intervals;
import org.filbert.calibration.Margins;
import org.filbert.calibration.Probabilities;
import org.filbert.data.Features;
import org.filbert.data.Outputs;
import org.filbert.data.RefusedException;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.filbert.data.StoredRow;
import org.filbert.data.Target;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.jspecify.annotations.Nullable;

/**
 * A model with everything that its use needs: raw records in, scores in the user's terms out.
 *
 * @param calibration probabilities of classes or intervals of numbers, if the model has them
 */
public record TrainedModel(
    RowEncoder preprocessing,
    Outputs outputs,
    Model model,
    Provenance provenance,
    @Nullable Calibration calibration) {
  public TrainedModel {
    if (model.features() < 1 || model.columns() < 1) {
      throw new IllegalArgumentException(
          "a model of %s features and %s columns, must be 1 or more"
              .formatted(model.features(), model.columns()));
    }
    if (!Double.isFinite(model.coefficients().largest())) {
      throw new RefusedException(
          "the coefficients of the model are not all finite numbers. Look for inputs, kernel values"
              + " or settings of extreme size; precision: double has a wider range");
    }
    if (model instanceof KernelExpansion expansion
        && expansion.centres() instanceof SparseRows != preprocessing.sparse()) {
      throw new IllegalArgumentException(
          "a preprocessing to %s rows for centres that are not"
              .formatted(preprocessing.sparse() ? "sparse" : "dense"));
    }
    if (preprocessing.features() != model.features() || outputs.columns() != model.columns()) {
      throw new IllegalArgumentException(
          "a model of %s features and %s columns with preprocessing of %s features and outputs of %s columns"
              .formatted(
                  model.features(), model.columns(), preprocessing.features(), outputs.columns()));
    }
    if (calibration != null
        && (calibration instanceof Probabilities != outputs instanceof Outputs.Classes
            || !calibration.fits(outputs.columns()))) {
      throw new IllegalArgumentException(
          "a calibration by %s for %s"
              .formatted(calibration.getClass().getSimpleName(), outputs.described()));
    }
  }

  /** A model without calibration. */
  public TrainedModel(
      RowEncoder preprocessing, Outputs outputs, Model model, Provenance provenance) {
    this(preprocessing, outputs, model, provenance, null);
  }

  /**
   * What turns scores into probabilities of the classes.
   *
   * @throws IllegalArgumentException if the model has none
   */
  public Probabilities requireProbabilities() {
    if (calibration instanceof Probabilities probabilities) {
      return probabilities;
    }
    throw new IllegalArgumentException(
        outputs instanceof Outputs.Classes
            ? "the model has scores and no probabilities: train it with validation rows"
                + " (data.validation or data.validationFraction), or with the logistic loss"
            : "the model predicts numbers, only classes have probabilities");
  }

  /**
   * The intervals of the model's predictions.
   *
   * @throws IllegalArgumentException if the model has none
   */
  public Intervals requireIntervals() {
    if (calibration instanceof Intervals intervals) {
      return intervals;
    }
    throw new IllegalArgumentException(
        outputs instanceof Outputs.Classes
            ? "the model predicts classes, only numbers have intervals"
            : "the model has no intervals: train it with validation rows"
                + " (data.validation or data.validationFraction)");
  }

  /**
   * How far the ends of intervals are from the model's predictions.
   *
   * @param level probability to lie within, between 0 and 1
   * @throws IllegalArgumentException if the model has no intervals, or none of this level
   */
  public Margins margins(double level) {
    return Margins.of(requireIntervals(), level, outputs);
  }

  /**
   * Probabilities of the classes of raw records, in the order of the classes, m×(number of
   * classes).
   *
   * @throws IllegalArgumentException if the model has none
   */
  public Matrix probabilities(List<Features> records, Backend backend) {
    Probabilities probabilities = requireProbabilities();
    int classes = ((Outputs.Classes) outputs).names().size();
    Matrix p = Matrix.zeros(Precision.DOUBLE, records.size(), classes);
    try (Matrix scores = scores(records, backend)) {
      for (int i = 0; i < scores.rows(); i++) {
        p.write(i, i + 1, probabilities.of(scores.row(i)));
      }
    }
    return p;
  }

  /**
   * Probabilities of the classes of a row by name, in the order of the classes.
   *
   * @throws IllegalArgumentException if the model has none, or another number of features
   */
  public Map<String, Double> predictProbabilities(double... features) {
    requireProbabilities();
    Map<String, Double> byName = new LinkedHashMap<>();
    try (Matrix p = probabilities(List.of(new Features.Dense(features)), Backends.best())) {
      List<String> names = ((Outputs.Classes) outputs).names();
      for (int j = 0; j < names.size(); j++) {
        byName.put(names.get(j), p.row(0)[j]);
      }
    }
    return byName;
  }

  /** Scores of raw records, m×k; for regression in the units of the training targets. */
  public Matrix scores(List<Features> records, Backend backend) {
    return scores(preprocessing.apply(records), backend);
  }

  /** Scores of preprocessed records, in the same terms. */
  public Matrix scores(Rows rows, Backend backend) {
    return inUnits(model.scores(rows, backend));
  }

  /** Scores of preprocessed records by a scorer of the model, in the same terms. */
  public Matrix scores(Rows rows, RowScorer scorer) {
    return inUnits(scorer.scores(rows));
  }

  private Matrix inUnits(Matrix scores) {
    if (outputs instanceof Outputs.Targets targets) {
      double[] values = scores.toArray();
      targets.toValues(values);
      scores.write(0, scores.rows(), values);
    }
    return scores;
  }

  /**
   * Predicts the target of each raw record.
   *
   * @throws IllegalArgumentException for a record that the model does not take, or whose score is
   *     no finite number
   */
  public List<Target> predict(List<Features> records) {
    Rows rows = preprocessing.apply(records);
    try (Matrix scores = scores(rows, Backends.best())) {
      return IntStream.range(0, scores.rows())
          .mapToObj(i -> outputs.target(finite(scores.row(i), rows, i)))
          .toList();
    }
  }

  private static double[] finite(double[] scores, Rows rows, int i) {
    if (!Arrays.stream(scores).allMatch(Double::isFinite)) {
      StoredRow.Cell largest = StoredRow.of(rows, i).largest();
      throw new IllegalArgumentException(
          "record %s has the score %s; its largest value after preprocessing is %s, feature %s"
              .formatted(i, Arrays.toString(scores), largest.value(), largest.column() + 1));
    }
    return scores;
  }

  /**
   * Predicts the class of a row.
   *
   * @throws IllegalArgumentException if the model has no classes or another number of features
   */
  public String predictClass(double... features) {
    if (predict(features) instanceof Target.ClassName predicted) {
      return predicted.name();
    }
    throw new IllegalArgumentException("the model predicts numbers, found a call for a class");
  }

  /**
   * Predicts the number that belongs to a row.
   *
   * @throws IllegalArgumentException if the model has classes, several targets or another number of
   *     features
   */
  public double predictValue(double... features) {
    if (predict(features) instanceof Target.Values predicted && predicted.values().length == 1) {
      return predicted.values()[0];
    }
    throw new IllegalArgumentException(
        "the model predicts %s, found a call for one number"
            .formatted(
                outputs instanceof Outputs.Classes ? "classes" : outputs.columns() + " numbers"));
  }

  private Target predict(double[] features) {
    return predict(List.of(new Features.Dense(features))).get(0);
  }
}
