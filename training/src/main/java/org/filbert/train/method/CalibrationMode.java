package org.filbert.train.method;

import java.util.Optional;
import org.filbert.calibration.Calibration;
import org.filbert.calibration.Probabilities;
import org.filbert.data.Outputs;
import org.filbert.data.RefusedException;
import org.filbert.shard.Prepared;
import org.filbert.shard.ScoredRows;

/** How a model gets probabilities of classes, or intervals of numbers. */
public enum CalibrationMode {
  /** What the loss means, if it means probabilities; else fitted if there are validation rows. */
  AUTO,
  /** Fitted to validation rows. */
  FITTED,
  /**
   * Fitted to all training rows by folds: a training with validation rows keeps its {@link
   * HeldOutScores}, one without takes what was fitted to those of all folds.
   */
  FOLDS,
  /** Scores only. */
  NONE,
  /** Fitted to training rows that are left out one at a time, of kernel ridge regression. */
  LEFT_OUT;

  /** Refuses to fit without rows. */
  public void check(Prepared prepared) {
    if (this == FITTED && prepared.validationRows() == 0) {
      throw new RefusedException(
          "calibration is fitted, which needs validation rows, found none: data.validation or"
              + " data.validationFraction");
    }
    if (this == LEFT_OUT && prepared.validationRows() > 0) {
      throw new RefusedException(
          "calibration is left-out, which needs no validation rows, found %s: calibration: fitted fits to these"
              .formatted(prepared.validationRows()));
    }
    if (this == FOLDS && prepared.validationRows() == 0) {
      throw new RefusedException(
          "calibration is by folds, of which no scores are found: they are those of trainings that"
              + " hold out a fold each");
    }
  }

  /** Whether a calibration is fitted to rows left out one at a time, if there are such. */
  public boolean leavesOut(Prepared prepared) {
    return this == LEFT_OUT || (this == AUTO && prepared.validationRows() == 0);
  }

  /** Whether a calibration is fitted to validation rows. */
  public boolean fits(Optional<Probabilities> ofLoss, Prepared prepared) {
    return prepared.validationRows() > 0
        && (this == FITTED || (this == AUTO && !means(ofLoss, prepared.outputs())));
  }

  private static boolean means(Optional<Probabilities> ofLoss, Outputs outputs) {
    return outputs instanceof Outputs.Classes && ofLoss.isPresent();
  }

  /** What the loss means, if that is wanted and it is about classes. */
  public Optional<Calibration> ofLoss(Optional<Probabilities> ofLoss, Outputs outputs) {
    return this == AUTO && means(ofLoss, outputs)
        ? Optional.of(ofLoss.orElseThrow())
        : Optional.empty();
  }

  /** Fits to rows that the model has not seen; nothing if there are none. */
  public static Optional<Calibration> fit(ScoredRows rows, Outputs outputs) {
    return HeldOutScores.of(rows, outputs).fit();
  }

  /** Fits to training rows that the model was solved without, one at a time. */
  public static Optional<Calibration> fitLeftOut(ScoredRows rows, Outputs outputs) {
    return HeldOutScores.of(rows, outputs).fitLeftOut();
  }
}
