package org.filbert.online.recursive;

import org.filbert.data.Target;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.online.Columns;

/**
 * What least squares learns of a target: regression targets as they are, and for classes a number
 * for each, 1 for that of the row and 0 for all others. So the targets of a class that was not met
 * so far are known: they are 0.
 *
 * @param columns of the predictions
 */
record Coding(Columns columns) {
  private boolean isPair() {
    return columns instanceof Columns.FixedClasses fixed && fixed.names().size() == 2;
  }

  /** Number k of numbers. */
  int count() {
    return isPair() ? 2 : columns.count();
  }

  boolean isOfClasses() {
    return !(columns instanceof Columns.Values);
  }

  double[] values(Target target) {
    double[] values = columns.values(target);
    if (isPair()) {
      return values[0] > 0 ? new double[] {0, 1} : new double[] {1, 0};
    }
    if (isOfClasses()) {
      for (int j = 0; j < values.length; j++) {
        values[j] = values[j] > 0 ? 1 : 0;
      }
    }
    return values;
  }

  /** The squared error of a row's scores; those of classes are cut to [0, 1] for it. */
  double loss(double[] found, double[] values) {
    return loss(found, 0, values);
  }

  /** As {@link #loss(double[], double[])}, of scores that begin at a place. */
  double loss(double[] found, int from, double[] values) {
    boolean cut = isOfClasses();
    double loss = 0;
    for (int j = 0; j < values.length; j++) {
      double given = found[from + j];
      double score = cut ? Math.max(0, Math.min(1, given)) : given;
      loss += (score - values[j]) * (score - values[j]);
    }
    return loss;
  }

  /** Scores in the columns of the predictions, of which two fixed classes have one. */
  double[] scores(double[] found) {
    return isPair() ? new double[] {found[1] - found[0]} : found;
  }

  /** Coefficients of a model: two classes have one column there. */
  Matrix ofModel(Matrix w) {
    if (!isOfClasses() || w.cols() != 2) {
      return w;
    }
    double[] both = w.toArray();
    double[] difference = new double[w.rows()];
    for (int i = 0; i < difference.length; i++) {
      difference[i] = both[2 * i + 1] - both[2 * i];
    }
    return Matrix.of(Precision.DOUBLE, w.rows(), 1, difference);
  }
}
