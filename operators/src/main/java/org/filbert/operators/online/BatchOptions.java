package org.filbert.operators.online;

import java.io.Serializable;
import org.filbert.model.Preprocessing;
import org.filbert.online.FirstRows;
import org.filbert.table.TableEncoder;
import org.jspecify.annotations.Nullable;

/**
 * Options for dividing a stream into batches.
 *
 * @param size rows B of a full batch
 * @param maxDelayMillis longest time that a row waits for its batch to fill
 * @param preprocessing of the rows, and of rows that the model scores later
 * @param firstRows fits the preprocessing to the first batch
 * @param table makes numbers of cells before; null if the rows are numbers
 */
public record BatchOptions(
    int size,
    long maxDelayMillis,
    Preprocessing preprocessing,
    FirstRows firstRows,
    @Nullable TableEncoder table)
    implements Serializable {
  public BatchOptions {
    if (size < 1) {
      throw new IllegalArgumentException("size is " + size + ", must be 1 or more");
    }
    if (maxDelayMillis < 1) {
      throw new IllegalArgumentException(
          "the delay of a batch is " + maxDelayMillis + " ms, must be 1 ms or more");
    }
  }

  /** For rows of numbers. */
  public BatchOptions(
      int size, long maxDelayMillis, Preprocessing preprocessing, FirstRows firstRows) {
    this(size, maxDelayMillis, preprocessing, firstRows, null);
  }
}
