package org.filbert.train;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.filbert.calibration.Calibration;
import org.filbert.calibration.Probabilities;
import org.filbert.data.RefusedException;
import org.filbert.metrics.ProbabilityErrors;
import org.filbert.metrics.Rankings;
import org.filbert.model.Outputs;
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
  /** The area under the receiver operating characteristic: of the second class, or the mean. */
  AUC(true, true),
  /** The average precision: of the second class, or the mean over more classes. */
  AVERAGE_PRECISION(true, true),
  /** 2·precision·recall / (precision + recall): of the second class, or the mean over more. */
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
  static double lossOf(@Nullable Double error) {
    return error == null ? Double.NaN : error;
  }

  /** Refuses outputs that do not have this measure. */
  void check(Outputs outputs) {
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
  double loss(ScoredRows rows, Outputs outputs, Optional<Probabilities> ofLoss) {
    double value =
        outputs instanceof Outputs.Targets targets
            ? ofNumbers(rows, targets)
            : ofClasses(rows, outputs, ofLoss);
    if (Double.isNaN(value)) {
      throw new RefusedException(
          "choose.by is %s, which needs validation rows of more than one class, found %s rows of one"
              .formatted(label(), rows.labels().length));
    }
    return gain ? 1 - value : value;
  }

  private double ofNumbers(ScoredRows rows, Outputs.Targets targets) {
    double[] f = rows.scores();
    double[] scales = targets.scales();
    double absolute = 0;
    double squares = 0;
    for (int i = 0; i < f.length; i++) {
      double difference = scales[i % scales.length] * (f[i] - rows.targets()[i]);
      absolute += Math.abs(difference);
      squares += difference * difference;
    }
    return this == MAE ? absolute / f.length : Math.sqrt(squares / f.length);
  }

  private double ofClasses(ScoredRows rows, Outputs outputs, Optional<Probabilities> ofLoss) {
    int k = outputs.columns();
    double[] f = rows.scores();
    int[] labels = rows.labels();
    if (this == ERROR || this == F1) {
      long[][] confusion = new long[Math.max(2, k)][Math.max(2, k)];
      for (int i = 0; i < labels.length; i++) {
        confusion[labels[i]][Outputs.Classes.winner(f, i * k, k)]++;
      }
      return this == F1 ? f1(confusion) : 1 - (double) right(confusion) / labels.length;
    }
    Probabilities probabilities = ofLoss.orElseGet(() -> fitted(rows, outputs));
    ProbabilityErrors errors = new ProbabilityErrors();
    Rankings rankings = new Rankings(k);
    for (int i = 0; i < labels.length; i++) {
      double[] p = probabilities.of(f, i * k, k);
      errors.add(p, labels[i]);
      rankings.add(k == 1 ? new double[] {f[i]} : p, labels[i]);
    }
    return switch (this) {
      case LOG_LOSS -> errors.logLoss();
      case AUC -> rankings.mean().rocAuc();
      default -> rankings.mean().averagePrecision();
    };
  }

  private static Probabilities fitted(ScoredRows rows, Outputs outputs) {
    Calibration fitted = CalibrationMode.fit(rows, outputs).orElseThrow();
    return (Probabilities) fitted; // of classes
  }

  private static long right(long[][] confusion) {
    long right = 0;
    for (int j = 0; j < confusion.length; j++) {
      right += confusion[j][j];
    }
    return right;
  }

  private static double f1(long[][] confusion) {
    double sum = 0;
    int counted = 0;
    for (int j = confusion.length == 2 ? 1 : 0; j < confusion.length; j++) {
      int own = j;
      long of = Arrays.stream(confusion[j]).sum();
      long as = Arrays.stream(confusion).mapToLong(row -> row[own]).sum();
      if (of + as > 0) {
        sum += 2.0 * confusion[j][j] / (of + as);
        counted++;
      }
    }
    return counted == 0 ? 0 : sum / counted;
  }
}
