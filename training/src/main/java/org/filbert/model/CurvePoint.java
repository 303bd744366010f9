package org.filbert.model;

import org.filbert.data.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * The state of a training run at the end of an epoch. Errors are the share of misclassified rows,
 * or the root mean squared error for regression; absent where there is no such data.
 *
 * @param trainSeconds wall-clock seconds since training began, the scoring of held-out data left
 *     out
 * @param relativeResidual ‖Y - F - ridge·α‖ / ‖Y‖ in the Frobenius norm for a full-kernel system;
 *     for columns Z the norm of the gradients met in the epoch over that of ZᵀY, and for a single
 *     block what its step has left of the equations
 * @param objective the value of the minimised function, in regression of standardised targets
 */
public record CurvePoint(
    int epoch,
    double trainSeconds,
    double relativeResidual,
    double objective,
    double trainError,
    @Nullable Double validationError,
    @Nullable Double testError) {

  /**
   * This point.
   *
   * @throws RefusedException if its objective or an error is no number: the run has no model
   */
  public CurvePoint requireFinite() {
    if (Double.isFinite(objective)
        && finite(trainError)
        && finite(validationError)
        && finite(testError)) {
      return this;
    }
    throw new RefusedException(
        "the numbers of the run have left their range: after epoch %s the objective is %s, the training error %s, the validation error %s, the test error %s. Look for inputs, kernel values or settings of extreme size; precision: double has a wider range"
            .formatted(epoch, objective, trainError, validationError, testError));
  }

  private static boolean finite(@Nullable Double error) {
    return error == null || Double.isFinite(error);
  }

  /** The same point with errors of held-out rows. */
  public CurvePoint scored(@Nullable Double validation, @Nullable Double test) {
    return new CurvePoint(
        epoch, trainSeconds, relativeResidual, objective, trainError, validation, test);
  }

  /** The same point of a run that began so many seconds after training did. */
  public CurvePoint later(double seconds) {
    return later(0, seconds);
  }

  /** The same point of a run that began so many epochs and seconds after training did. */
  public CurvePoint later(int epochs, double seconds) {
    return new CurvePoint(
        epoch + epochs,
        trainSeconds + seconds,
        relativeResidual,
        objective,
        trainError,
        validationError,
        testError);
  }
}
