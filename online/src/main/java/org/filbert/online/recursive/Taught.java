package org.filbert.online.recursive;

import java.util.Objects;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * The targets of the rows that are learned from, in their order.
 *
 * @param values of each row
 * @param units squared error of each row that counts as a loss of 1
 * @param spread of the targets after them
 */
record Taught(double[][] values, double[] units, Spread spread) {
  /**
   * The targets of rows.
   *
   * @param before spread of the targets before them
   * @param near whether targets that are far from the others are moved to them
   */
  static Taught of(Opening rows, Coding coding, Spread before, boolean near) {
    int[] learned = rows.learned();
    double[][] values = new double[learned.length][];
    double[] units = new double[learned.length];
    Spread spread = before;
    for (int i = 0; i < learned.length; i++) {
      values[i] = coding.values(Objects.requireNonNull(rows.targets().get(learned[i])));
      units[i] = 1;
      if (!coding.isOfClasses()) {
        values[i] = near ? spread.near(values[i]) : values[i];
        spread = spread.after(values[i]);
        units[i] = spread.variance();
      }
    }
    return new Taught(values, units, spread);
  }

  /** Y. */
  Matrix matrix(int columns) {
    Matrix y = Matrix.zeros(Precision.DOUBLE, values.length, columns);
    for (int i = 0; i < values.length; i++) {
      y.write(i, i + 1, values[i]);
    }
    return y;
  }
}
