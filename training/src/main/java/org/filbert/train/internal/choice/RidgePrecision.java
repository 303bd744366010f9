package org.filbert.train.internal.choice;

import java.util.Locale;
import java.util.Optional;
import org.filbert.data.Outputs;
import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.RowEncoder;
import org.filbert.selection.Candidate;
import org.filbert.selection.Selection;
import org.filbert.train.rows.MedianDistance;
import org.filbert.train.rows.RawSample;
import org.filbert.workers.Workers;

/**
 * Chooses the precision of a run whose ridge is left to its rows: double for at most {@value #FEW}
 * rows, whose solutions take no time in either, and where ridges that single precision is too
 * coarse for predict left-out rows better.
 *
 * @param questions what is chosen from for the given rows in a precision
 */
record RidgePrecision(EncodingChoices.Questions questions, Outputs outputs, Workers workers) {
  private static final int FEW = 4000;
  private static final int JUDGED = 500;

  /** Single precision stays unless the score becomes smaller than by this factor. */
  private static final double BETTER = 0.97;

  /**
   * The answer.
   *
   * @param remark what was compared; empty if nothing was, or single precision is fine enough
   */
  record Chosen(Precision precision, Optional<String> remark) {
    private static Chosen of(Precision precision) {
      return new Chosen(precision, Optional.empty());
    }
  }

  /**
   * Chooses.
   *
   * @param encoder in double precision
   * @param sample of the training rows
   * @param count training rows
   */
  Chosen of(RowEncoder encoder, RawSample sample, long count) {
    if (count <= FEW) {
      return Chosen.of(Precision.DOUBLE);
    }
    RawSample judged = sample.first(JUDGED);
    if (judged.rows().size() < 2) {
      return Chosen.of(Precision.SINGLE);
    }
    Rows rows = encoder.apply(judged.features());
    if (!MedianDistance.isWidth(MedianDistance.ofFirst(rows, 2))) {
      return Chosen.of(Precision.SINGLE);
    }
    try (Matrix y = judged.targets(outputs)) {
      Candidate fine = best(rows, y, Precision.DOUBLE);
      double least = questions.of(rows, Precision.SINGLE, outputs).leastRidge();
      return fine.ridge() >= least
          ? Chosen.of(Precision.SINGLE)
          : compared(fine, best(rows, y, Precision.SINGLE), rows, least);
    } catch (IllegalArgumentException e) {
      return Chosen.of(Precision.SINGLE); // such a target is refused with its place later
    }
  }

  private Chosen compared(Candidate fine, Candidate coarse, Rows rows, double least) {
    Selection.Question question = questions.of(rows, Precision.DOUBLE, outputs);
    double small = question.by().of(fine);
    double large = question.by().of(coarse);
    boolean better = small < BETTER * large;
    return new Chosen(
        better ? Precision.DOUBLE : Precision.SINGLE,
        Optional.of(
            String.format(
                Locale.ROOT,
                "rows and kernel values are in %s precision: a %s of %.4g by left-out rows with the"
                    + " ridge %.2g, %.4g with ridges from %.2g on, the least for single precision",
                better ? "double" : "single",
                question.by().label(),
                small,
                fine.ridge(),
                large,
                least)));
  }

  private Candidate best(Rows rows, Matrix y, Precision precision) {
    return Selection.best(questions.of(rows, precision, outputs), rows, y, outputs, workers);
  }
}
