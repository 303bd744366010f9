package org.filbert.online;

import java.util.Optional;
import org.filbert.data.Outputs;
import org.filbert.data.RefusedException;
import org.filbert.data.TargetTransform;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.DoublyStochastic;

/**
 * Converts between the columns of a learner and those of a stored model. They differ for two open
 * classes: the learner has a column for each, f_0 and f_1, and the model has one, (f_1 - f_0) / 2.
 * A model with the column f gives a learner with -f and f.
 */
final class Snapshots {
  private Snapshots() {}

  /**
   * The columns of a learner that begins with a model.
   *
   * @throws RefusedException if the model is of another kind than is wanted
   */
  static Columns columns(Outputs stored, Columns wanted) {
    if (stored instanceof Outputs.Classes classes && wanted instanceof Columns.OpenClasses) {
      return new Columns.OpenClasses(classes.names());
    }
    if (stored.transform() != TargetTransform.NONE) {
      throw new RefusedException(
          "the stored model learned %s (objective.target), this run learns targets as they are"
              .formatted(stored.described()));
    }
    if (stored instanceof Outputs.Targets targets
        && wanted instanceof Columns.Values
        && wanted.count() == stored.columns()) {
      return new Columns.Values(targets.means(), targets.scales());
    }
    if (!wanted.outputs().equals(Optional.of(stored))) {
      throw new RefusedException(
          "the stored model predicts %s, this run %s"
              .formatted(
                  stored.described(), wanted.outputs().map(Outputs::described).orElse("classes")));
    }
    return wanted;
  }

  /** The same function in one column instead of two, or in two instead of one; else itself. */
  static DoublyStochastic withColumns(DoublyStochastic model, int columns) {
    if (model.columns() == columns) {
      return model;
    }
    Matrix a = model.a();
    double[] old = a.toArray();
    double[] changed = new double[a.rows() * columns];
    for (int i = 0; i < a.rows(); i++) {
      if (columns == 1) {
        changed[i] = (old[2 * i + 1] - old[2 * i]) / 2;
      } else {
        changed[2 * i] = -old[i];
        changed[2 * i + 1] = old[i];
      }
    }
    return new DoublyStochastic(
        model.map(),
        model.precision(),
        model.blocks(),
        Matrix.of(Precision.DOUBLE, a.rows(), columns, changed));
  }
}
