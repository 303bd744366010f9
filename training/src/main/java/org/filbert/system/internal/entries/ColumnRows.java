package org.filbert.system.internal.entries;

import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;
import org.filbert.system.equations.ColumnSource;

/**
 * One worker's rows of the columns Z of a {@link ColumnSource}. Products are those of some blocks B
 * of columns, in the given order.
 */
sealed interface ColumnRows extends AutoCloseable
    permits DenseColumns, ExactLandmarks, GridColumns {
  /** The rows of a tall matrix, computed on demand. It has as many columns as the result. */
  interface RowValues {
    /** Writes rows {@code from} to {@code to} to the start of an array, one after the other. */
    void read(int from, int to, double[] target);
  }

  /**
   * out += Z_Bᵀ·y.
   *
   * @param number number of the sample
   */
  void project(int number, Rows rows, int[] blocks, RowValues y, Matrix out);

  /**
   * out += Z_B·d.
   *
   * @param number number of the sample
   */
  void expand(int number, Rows rows, int[] blocks, Matrix d, Matrix out);

  /**
   * fitted += Z_B·v, then out += Z_Bᵀ·y, where y may be computed from what is fitted: columns that
   * are not kept are computed once for both.
   *
   * @param number number of the sample
   */
  default void image(
      int number, Rows rows, int[] blocks, Matrix v, Matrix fitted, RowValues y, Matrix out) {
    expand(number, rows, blocks, v, fitted);
    project(number, rows, blocks, y, out);
  }

  @Override
  void close();
}
