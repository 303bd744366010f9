package org.filbert.model;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.data.Features;
import org.filbert.data.RefusedException;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.filbert.data.Target;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;

/** A model with everything that its use needs: raw records in, scores in the user's terms out. */
public record TrainedModel(
    RowEncoder preprocessing, Outputs outputs, Model model, Provenance provenance) {
  public TrainedModel {
    if (model.features() < 1 || model.columns() < 1) {
      throw new IllegalArgumentException(
          "a model of %s features and %s columns, must be 1 or more"
              .formatted(model.features(), model.columns()));
    }
    if (!Double.isFinite(model.coefficients().largest())) {
      throw new RefusedException(
          "the coefficients of the model are not all finite numbers. Look for inputs, kernel values or settings of extreme size; precision: double has a wider range");
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
  }

  /** Scores of raw records, m×k; for regression in the units of the training targets. */
  public Matrix scores(List<Features> records, Backend backend) {
    return scores(preprocessing.apply(records), backend);
  }

  /** Scores of preprocessed records, in the same terms. */
  public Matrix scores(Rows rows, Backend backend) {
    Matrix scores = model.scores(rows, backend);
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
      int column = Reach.largest(rows, i);
      throw new IllegalArgumentException(
          "record %s has the score %s; its largest value after preprocessing is %s, feature %s"
              .formatted(i, Arrays.toString(scores), rows.row(i)[column], column + 1));
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
