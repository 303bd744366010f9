package org.filbert.train;

import java.util.Optional;
import org.filbert.calibration.Calibration;
import org.filbert.calibration.Intervals;
import org.filbert.calibration.Probabilities;
import org.filbert.calibration.ProbabilityFit;
import org.filbert.data.RefusedException;
import org.filbert.model.Outputs;
import org.filbert.shard.Prepared;
import org.filbert.shard.ScoredRows;

/** How a model gets probabilities of classes, or intervals of numbers. */
public enum CalibrationMode {
  /** What the loss means, if it means probabilities; else fitted if there are validation rows. */
  AUTO,
  /** Fitted to validation rows. */
  FITTED,
  /** Scores only. */
  NONE;

  /** Refuses to fit without rows. */
  void check(Prepared prepared) {
    if (this == FITTED && prepared.validationRows() == 0) {
      throw new RefusedException(
          "calibration is fitted, which needs validation rows, found none: data.validation or data.validationFraction");
    }
  }

  /** Whether a calibration is fitted to validation rows. */
  boolean fits(Optional<Probabilities> ofLoss, Prepared prepared) {
    return prepared.validationRows() > 0
        && (this == FITTED || (this == AUTO && !means(ofLoss, prepared.outputs())));
  }

  private static boolean means(Optional<Probabilities> ofLoss, Outputs outputs) {
    return outputs instanceof Outputs.Classes && ofLoss.isPresent();
  }

  /** What the loss means, if that is wanted and it is about classes. */
  Optional<Calibration> ofLoss(Optional<Probabilities> ofLoss, Outputs outputs) {
    return this == AUTO && means(ofLoss, outputs)
        ? Optional.of(ofLoss.orElseThrow())
        : Optional.empty();
  }

  /** Fits to rows that the model has not seen; nothing if there are none. */
  static Optional<Calibration> fit(ScoredRows rows, Outputs outputs) {
    double[] f = rows.scores();
    if (f.length == 0) {
      return Optional.empty();
    }
    if (outputs instanceof Outputs.Targets targets) {
      int k = targets.columns();
      double[] scales = targets.scales();
      double[] differences = new double[f.length];
      for (int i = 0; i < f.length; i++) {
        differences[i] = scales[i % k] * Math.abs(f[i] - rows.targets()[i]);
      }
      return Optional.of(Intervals.of(differences, k));
    }
    return Optional.of(ProbabilityFit.of(f, outputs.columns(), rows.labels(), rows.allWeights()));
  }
}
