package org.filbert.system;

import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;

/**
 * One worker's rows of the columns Z of a {@link ColumnSource}: products of some blocks B of
 * columns, which stand one after the other in the order given.
 */
sealed interface ColumnRows extends AutoCloseable permits DenseColumns, GridColumns {
  /** Rows of a tall matrix, made when they are asked for, of as many columns as the result has. */
  interface RowValues {
    /** Writes rows {@code from} to {@code to} to the start of an array, one after the other. */
    void read(int from, int to, double[] target);
  }

  /**
   * out += Z_Bᵀ·y.
   *
   * @param number of the sample that the rows are
   */
  void project(int number, Rows rows, int[] blocks, RowValues y, Matrix out);

  /**
   * out += Z_B·d.
   *
   * @param number of the sample that the rows are
   */
  void expand(int number, Rows rows, int[] blocks, Matrix d, Matrix out);

  @Override
  void close();
}
