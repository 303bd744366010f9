package org.filbert.data;

import java.util.List;
import org.filbert.linalg.Precision;

/** An immutable batch of input rows, dense or sparse. A kernel gives the same value for both. */
public interface Rows {
  int count();

  /** Number of input features d. */
  int features();

  /** Precision that the stored values have been rounded to. */
  Precision precision();

  /** Bytes that the values and indices take. */
  long bytes();

  /** Rows {@code from} to {@code to}, sharing memory with this batch. */
  Rows slice(int from, int to);

  /** The rows at the given places, in that order, as a new batch. */
  Rows select(int[] places);

  /** One row, as a new dense array. */
  double[] row(int i);

  /** ‖x_i‖² of every row, computed once in double from the stored values. */
  double[] squaredNorms();

  /** As {@link #concat}, for batches of this one's kind and width. */
  Rows joined(List<Rows> batches);

  /** The rows of all batches, one after the other; the batches are of one kind and width. */
  static Rows concat(List<Rows> batches) {
    return batches.size() == 1 ? batches.get(0) : batches.get(0).joined(batches);
  }
}
