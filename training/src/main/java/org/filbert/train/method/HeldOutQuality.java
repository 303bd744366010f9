package org.filbert.train.method;

import java.util.Arrays;
import java.util.List;
import org.filbert.calibration.Calibration;
import org.filbert.calibration.Intervals;
import org.filbert.calibration.Margins;
import org.filbert.calibration.Probabilities;
import org.filbert.data.Outputs;
import org.filbert.data.Role;
import org.filbert.metrics.ClassErrors;
import org.filbert.metrics.Classification;
import org.filbert.metrics.NumberErrors;
import org.filbert.metrics.Regression;
import org.filbert.metrics.Threshold;
import org.filbert.shard.ScoredRows;
import org.jspecify.annotations.Nullable;

/**
 * Quality of a finished model for rows that it has not learned from.
 *
 * @param role of the rows; training rows have scores of the model without them, one at a time
 * @param rows number of rows that were scored
 * @param weight sum of the rows' weights; null if every row counts 1
 * @param level probability of the intervals whose coverage is measured; null without intervals
 */
public record HeldOutQuality(
    Role role,
    long rows,
    @Nullable Double weight,
    @Nullable Double level,
    @Nullable Classification classification,
    @Nullable Regression regression) {
  private static final double LEVEL = 0.9;

  /**
   * The quality of a model for test rows if there are any, else for validation rows.
   *
   * @param scores of validation rows, then of test rows
   * @return null if there are no rows
   */
  public static @Nullable HeldOutQuality of(
      List<ScoredRows> scores, Outputs outputs, @Nullable Calibration calibration) {
    boolean test = scores.get(1).scores().length > 0;
    ScoredRows chosen = scores.get(test ? 1 : 0);
    return chosen.scores().length == 0
        ? null
        : of(test ? Role.TEST : Role.VALIDATION, chosen, outputs, calibration);
  }

  /** The quality of a model for some rows. */
  public static HeldOutQuality of(
      Role role, ScoredRows rows, Outputs outputs, @Nullable Calibration calibration) {
    return outputs instanceof Outputs.Targets targets
        ? of(role, rows, targets, calibration)
        : of(role, rows, (Outputs.Classes) outputs, calibration);
  }

  private static HeldOutQuality of(
      Role role, ScoredRows scores, Outputs.Classes classes, @Nullable Calibration calibration) {
    int k = classes.columns();
    ClassErrors errors =
        new ClassErrors(
            classes.names(), k, calibration instanceof Probabilities known ? known : null);
    double[] weights = scores.allWeights();
    for (int i = 0; i < scores.labels().length; i++) {
      errors.add(scores.scores(), i * k, scores.labels()[i], weights[i]);
    }
    return new HeldOutQuality(
        role,
        scores.labels().length,
        weight(weights),
        null,
        errors.result(List.of(Threshold.Aim.BEST_F1)),
        null);
  }

  private static HeldOutQuality of(
      Role role, ScoredRows scores, Outputs.Targets targets, @Nullable Calibration calibration) {
    int k = targets.columns();
    Margins margins =
        calibration instanceof Intervals intervals && intervals.allow(LEVEL)
            ? Margins.of(intervals, LEVEL, targets)
            : Margins.NONE;
    double[] predicted = scores.scores().clone();
    double[] truth = scores.targets().clone();
    targets.toValues(predicted);
    targets.toValues(truth);
    NumberErrors errors = new NumberErrors(k, margins);
    double[] weights = scores.allWeights();
    int rows = predicted.length / k;
    for (int i = 0; i < rows; i++) {
      errors.add(predicted, truth, i * k, weights[i]);
    }
    return new HeldOutQuality(
        role,
        rows,
        weight(Arrays.copyOf(weights, rows)),
        margins.count() == 0 ? null : (Double) LEVEL,
        null,
        errors.result());
  }

  private static @Nullable Double weight(double[] weights) {
    return Arrays.stream(weights).allMatch(weight -> weight == 1)
        ? null
        : (Double) Arrays.stream(weights).sum();
  }
}
