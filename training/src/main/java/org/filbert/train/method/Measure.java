package org.filbert.train.method;

import java.util.Locale;
import java.util.Optional;
import org.filbert.calibration.Calibration;
import org.filbert.calibration.Margins;
import org.filbert.calibration.Probabilities;
import org.filbert.data.Outputs;
import org.filbert.data.RefusedException;
import org.filbert.metrics.ClassErrors;
import org.filbert.metrics.Classification;
import org.filbert.metrics.NumberErrors;
import org.filbert.shard.ScoredRows;
import org.jspecify.annotations.Nullable;

/**
 * What validation rows choose by: among epochs, ridges, widths and any other settings. Every
 * measure is compared as a loss, of which the lowest is the best.
 */
public enum Measure {
  /** The share of misclassified rows. */
  ERROR(true, false),
  /**
   * The mean of -log p of the right class: p is what the loss means or, if it means nothing, fitted
   * to the same rows.
   */
  LOG_LOSS(true, false),
  /**
   * The area under the receiver operating characteristic: of two classes, or the mean over more.
   */
  AUC(true, true),
  /** The average precision: of the class of two with fewer rows, or the mean over more classes. */
  AVERAGE_PRECISION(true, true),
  /**
   * 2·precision·recall / (precision + recall): of the class of two with fewer rows, or the mean
   * over more.
   */
  F1(true, true),
  /** The root mean squared error. */
  RMSE(false, false),
  /** The mean absolute error. */
  MAE(false, false);

  private final boolean ofClasses;
  private final boolean gain;

  Measure(boolean ofClasses, boolean gain) {
    this.ofClasses = ofClasses;
    this.gain = gain;
  }

  /** Whether it is one of classes; it is one of numbers otherwise. */
  public boolean ofClasses() {
    return ofClasses;
  }

  /** Whether the errors of a curve tell it. */
  public boolean isError() {
    return this == ERROR || this == RMSE;
  }

  /** Whether high values of it, as it is usually given, are good. */
  public boolean higherIsBetter() {
    return gain;
  }

  /** The measure as it is usually given, where high values may be good. */
  public double ofLoss(double loss) {
    return gain ? 1 - loss : loss;
  }

  /** Its name, as it is written in a configuration. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A validation error as a loss: not a number without validation rows. */
  public static double lossOf(@Nullable Double error) {
    return error == null ? Double.NaN : error;
  }

  /** Refuses outputs that do not have this measure. */
  public void check(Outputs outputs) {
    if (ofClasses != outputs instanceof Outputs.Classes) {
      throw new RefusedException(
          "choose.by is %s, which %s do not have, found %s"
              .formatted(label(), ofClasses ? "numbers" : "classes", outputs.described()));
    }
  }

  /**
   * The loss of rows that the model has not seen.
   *
   * @param ofLoss what scores of classes mean, if anything
   * @throws RefusedException if these rows do not tell
   */
  public double loss(ScoredRows rows, Outputs outputs, Optional<Probabilities> ofLoss) {
    double value =
        outputs instanceof Outputs.Targets targets
            ? ofNumbers(rows, targets)
            : ofClasses(rows, (Outputs.Classes) outputs, ofLoss);
    if (Double.isNaN(value)) {
      throw new RefusedException(
          "choose.by is %s, which needs validation rows of more than one class, found %s rows of one"
              .formatted(label(), rows.labels().length));
    }
    return gain ? 1 - value : value;
  }

  private double ofNumbers(ScoredRows rows, Outputs.Targets targets) {
    int k = targets.columns();
    double[] predicted = rows.scores().clone();
    double[] truth = rows.targets().clone();
    targets.toValues(predicted);
    targets.toValues(truth);
    NumberErrors errors = new NumberErrors(k, Margins.NONE);
    double[] weights = rows.allWeights();
    for (int i = 0; i < predicted.length / k; i++) {
      errors.add(predicted, truth, i * k, weights[i]);
    }
    return this == MAE ? errors.result().mae() : errors.loss();
  }

  private double ofClasses(
      ScoredRows rows, Outputs.Classes classes, Optional<Probabilities> ofLoss) {
    int k = classes.columns();
    Probabilities probabilities = ofLoss.orElseGet(() -> fitted(rows, classes));
    ClassErrors errors = new ClassErrors(classes.names(), k, probabilities);
    double[] weights = rows.allWeights();
    for (int i = 0; i < rows.labels().length; i++) {
      errors.add(rows.scores(), i * k, rows.labels()[i], weights[i]);
    }
    if (this == LOG_LOSS) {
      return errors.loss();
    }
    Classification quality = errors.result();
    return switch (this) {
      case AUC -> lossOf(quality.rocAuc());
      case AVERAGE_PRECISION -> lossOf(quality.averagePrecision());
      case F1 -> quality.f1();
      default -> quality.error();
    };
  }

  private static Probabilities fitted(ScoredRows rows, Outputs outputs) {
    Calibration fitted = CalibrationMode.fit(rows, outputs).orElseThrow();
    return (Probabilities) fitted; // of classes
  }
}
