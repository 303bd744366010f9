package org.filbert.online.recursive;

import org.filbert.linalg.Matrix;

/**
 * The scores of a batch's rows, first those from before the batch, then each after the rows before
 * it; see {@link SmallExpert}.
 *
 * @param factors that labelled rows and their targets are multiplied by
 * @param scores of all rows, m × k, which are overwritten
 */
record InOrder(Lesson lesson, double[] factors, double[] scores) {
  private int columns() {
    return lesson.y().cols();
  }

  /** Y - V·C. */
  double[] residuals() {
    int k = columns();
    double[] residuals = lesson.y().toArray();
    for (int i = 0; i < factors.length; i++) {
      for (int j = 0; j < k; j++) {
        double score = scores[lesson.labelled()[i] * k + j];
        residuals[i * k + j] = factors[i] * (residuals[i * k + j] - score);
      }
    }
    return residuals;
  }

  /**
   * Makes the scores of the rows without targets those after the rows before.
   *
   * @param g V·Gᵀ of all rows
   * @param q q
   */
  void unlabelled(double[] g, double[] q) {
    int m = factors.length;
    int k = columns();
    int before = 0;
    for (int row = 0; row < lesson.rows(); row++) {
      if (before < m && lesson.labelled()[before] == row) {
        before++;
        continue;
      }
      for (int i = 0; i < before; i++) {
        for (int j = 0; j < k; j++) {
          scores[row * k + j] += g[row * m + i] * q[i * k + j];
        }
      }
    }
  }

  /**
   * All scores, those of the labelled rows after the rows before them.
   *
   * @param r R
   * @param q q
   */
  double[] labelled(Matrix r, double[] q) {
    int k = columns();
    double[] targets = lesson.y().toArray();
    for (int i = 0; i < factors.length; i++) {
      double missing = r.get(i, i) / factors[i];
      for (int j = 0; j < k; j++) {
        scores[lesson.labelled()[i] * k + j] = targets[i * k + j] - missing * q[i * k + j];
      }
    }
    return scores;
  }
}
