package org.filbert.online.recursive;

import org.filbert.linalg.Matrix;

/**
 * The scores of a batch's rows, each after the rows before it; see {@link SmallExpert}.
 *
 * @param found scores of the rows without targets, row after row, which become those after the
 *     labelled rows before
 * @param labelled those of the labelled rows
 */
record InOrder(Lesson lesson, double[] found, double[] labelled) {
  /** From the scores before the batch. */
  InOrder(Lesson lesson, double[] found) {
    this(lesson, found, new double[lesson.learned() * lesson.y().cols()]);
  }

  /**
   * Adds what the labelled rows say of those without targets that come after them.
   *
   * @param g V·Gᵀ of the rows without targets
   * @param q q
   */
  void unlabelled(double[] g, double[] q) {
    int m = lesson.learned();
    int k = lesson.y().cols();
    int before = 0;
    for (int row = 0; row < lesson.rows(); row++) {
      if (before < m && lesson.labelled()[before] == row) {
        before++;
        continue;
      }
      int other = row - before;
      for (int i = 0; i < before; i++) {
        for (int j = 0; j < k; j++) {
          found[other * k + j] += g[other * m + i] * q[i * k + j];
        }
      }
    }
  }

  /**
   * The scores of the labelled rows.
   *
   * @param r R
   * @param q q
   * @param factors that the rows and their targets are multiplied by
   */
  void labelled(double[] r, double[] q, double[] factors) {
    int m = lesson.learned();
    int k = lesson.y().cols();
    double[] targets = lesson.y().toArray();
    for (int i = 0; i < m; i++) {
      double missing = r[i * m + i] / factors[i];
      for (int j = i * k; j < (i + 1) * k; j++) {
        labelled[j] = targets[j] - missing * q[j];
      }
    }
  }

  /** Writes the scores of all rows. */
  void write(Matrix scores) {
    int k = lesson.y().cols();
    int before = 0;
    double[] all = new double[lesson.rows() * k];
    for (int row = 0; row < lesson.rows(); row++) {
      boolean isLabelled = before < lesson.learned() && lesson.labelled()[before] == row;
      int place = isLabelled ? before++ : row - before;
      System.arraycopy(isLabelled ? labelled : found, place * k, all, row * k, k);
    }
    scores.write(0, lesson.rows(), all);
  }
}
