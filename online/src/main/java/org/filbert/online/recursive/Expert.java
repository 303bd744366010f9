package org.filbert.online.recursive;

import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Recursive least squares with exponential forgetting [1]. After a row with features z and targets
 * y (k of them)
 *
 * <pre>
 *   A ← f A + z zᵀ       B ← f B + z yᵀ       W = (A + δI)⁻¹ B
 * </pre>
 *
 * <p>δ does not fade, so that A + δI stays positive definite however long the stream is silent
 * about a direction. Rounding does not add up: W is made from A and B now and then, and these are
 * sums.
 *
 * <p>Rows come in batches, whose ends make no difference but for rounding. The matrices of an
 * expert are overwritten when it learns.
 *
 * <p>[1] Haykin. Adaptive filter theory. 5th edition, chapter 10, 2014.
 */
sealed interface Expert permits SmallExpert, LargeExpert {
  /**
   * An expert that has learned nothing: W = 0.
   *
   * @param precision of the features
   */
  static Expert start(ExpertOptions options, int columns, Precision precision) {
    return options.small()
        ? SmallExpert.start(options, columns)
        : LargeExpert.start(options, columns, precision);
  }

  /** With at least so many columns; further ones are 0, as are the targets of a class so far. */
  Expert widened(int columns);

  /** W, as a matrix of its own. */
  Matrix w(Backend backend);

  /**
   * The number of rows, 1 at least, that may be learned from at once. After these comes a factor or
   * a solution.
   *
   * @param most a number that is enough
   */
  int room(ExpertOptions options, int most);

  /**
   * Learns from no more rows than there is {@link #room} for.
   *
   * @param scores becomes those of all rows, each before it is learned from; m × k
   */
  Expert learned(
      ExpertOptions options, Lesson lesson, Matrix scores, Backend backend, Scratch scratch);

  /** As {@link #learned}, for any number of rows. */
  default Expert after(
      ExpertOptions options, Lesson lesson, Matrix scores, Backend backend, Scratch scratch) {
    Expert expert = this;
    int row = 0;
    int learned = 0;
    while (row < lesson.rows()) {
      int left = lesson.learned() - learned;
      int room = expert.room(options, left + 1);
      int end = learned + Math.min(left, room);
      int to = room <= left ? lesson.labelled()[end - 1] + 1 : lesson.rows();
      Lesson part = lesson.part(row, to, learned, end);
      expert = expert.learned(options, part, scores.rows(row, to), backend, scratch);
      row = to;
      learned = end;
    }
    return expert;
  }
}
