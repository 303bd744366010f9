package org.filbert.selection;

import java.util.Comparator;
import org.filbert.kernel.Kernel;

/**
 * A kernel with its best ridge.
 *
 * @param rows of the sample
 * @param meanSquare of the leave-one-out residuals, in the units of the scores: of classes, whose
 *     scores are ±1, four times the Brier score of (1 + score)/2
 * @param misclassified share of the rows that the others assign to a wrong class; 0 for regression
 */
public record Candidate(
    Kernel kernel, double ridge, int rows, double meanSquare, double misclassified) {
  /** Best first: by the largest sample, then by the smallest residuals. */
  static final Comparator<Candidate> BEST =
      Comparator.comparingInt(Candidate::rows)
          .reversed()
          .thenComparingDouble(Candidate::meanSquare)
          .thenComparing(candidate -> candidate.kernel().toString());
}
