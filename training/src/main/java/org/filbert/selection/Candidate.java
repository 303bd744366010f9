package org.filbert.selection;

import java.util.Comparator;
import org.filbert.calibration.Calibration;
import org.filbert.data.Outputs;
import org.filbert.kernel.Kernel;
import org.jspecify.annotations.Nullable;

/**
 * A kernel with its best ridge.
 *
 * @param rows of the sample
 * @param meanSquare of the leave-one-out residuals, in the units of the scores: of classes, whose
 *     scores are ±1, four times the Brier score of (1 + score)/2
 * @param misclassified share of the rows that the others assign to a wrong class; 0 for regression
 * @param logLoss mean of -log p of the right class, with the probabilities p that are fitted to the
 *     leave-one-out scores; null for regression, and in a state of an earlier version
 * @param rmse root mean squared error of numbers in their own units; null for classes, and in a
 *     state of an earlier version
 * @param calibration probabilities or intervals by the leave-one-out scores; null but for what is
 *     chosen
 * @param codes targets of the classes that are learned in place of ±1, k for each, with which the
 *     shares and the log-loss are; null for ±1, and in a state of an earlier version
 * @param loss what candidates are compared by, if it is none of the above; else null
 */
public record Candidate(
    Kernel kernel,
    double ridge,
    int rows,
    double meanSquare,
    double misclassified,
    @Nullable Double logLoss,
    @Nullable Double rmse,
    @Nullable Calibration calibration,
    double @Nullable [] codes,
    @Nullable Double loss) {
  /** The misclassified share, or the root mean squared error in the units of the targets. */
  public double error(Outputs outputs) {
    if (outputs instanceof Outputs.Classes) {
      return misclassified;
    }
    return rmse == null ? Math.sqrt(meanSquare) * outputs.unit() : rmse;
  }

  /** Whether the kernel is this one but for its width. */
  boolean isOfType(Kernel other) {
    return kernel.width().isPresent()
        && other.width().isPresent()
        && kernel.withSigma(1).equals(other.withSigma(1));
  }

  /** The same figures for another kernel. */
  Candidate with(Kernel other) {
    return new Candidate(
        other, ridge, rows, meanSquare, misclassified, logLoss, rmse, null, codes, loss);
  }

  /** The same with probabilities or intervals, or without. */
  Candidate with(@Nullable Calibration other) {
    return new Candidate(
        kernel, ridge, rows, meanSquare, misclassified, logLoss, rmse, other, codes, loss);
  }

  /** The same with what candidates are compared by. */
  Candidate with(double other) {
    return new Candidate(
        kernel, ridge, rows, meanSquare, misclassified, logLoss, rmse, calibration, codes, other);
  }

  /** Best first: by the largest sample, then by the criterion. */
  static Comparator<Candidate> best(Criterion by) {
    return Comparator.comparingInt(Candidate::rows)
        .reversed()
        .thenComparing(by.order())
        .thenComparing(candidate -> candidate.kernel().toString());
  }
}
