package org.filbert.selection;

import java.util.Comparator;
import org.filbert.kernel.Kernel;
import org.filbert.model.Outputs;
import org.jspecify.annotations.Nullable;

/**
 * A kernel with its best ridge.
 *
 * @param rows of the sample
 * @param meanSquare of the leave-one-out residuals, in the units of the scores: of classes, whose
 *     scores are ±1, four times the Brier score of (1 + score)/2. Candidates are compared by it
 * @param misclassified share of the rows that the others assign to a wrong class; 0 for regression
 * @param rmse of numbers in their own units; null for classes, and in a state of an earlier version
 */
public record Candidate(
    Kernel kernel,
    double ridge,
    int rows,
    double meanSquare,
    double misclassified,
    @Nullable Double rmse) {
  /** The misclassified share, or the root mean squared error in the units of the targets. */
  public double error(Outputs outputs) {
    if (outputs instanceof Outputs.Classes) {
      return misclassified;
    }
    return rmse == null ? Math.sqrt(meanSquare) * outputs.unit() : rmse;
  }

  /** Best first: by the largest sample, then by the smallest residuals. */
  static final Comparator<Candidate> BEST =
      Comparator.comparingInt(Candidate::rows)
          .reversed()
          .thenComparingDouble(Candidate::meanSquare)
          .thenComparing(candidate -> candidate.kernel().toString());
}
