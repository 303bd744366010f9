package org.filbert.operators.online;

import java.io.Serializable;
import org.filbert.model.Preprocessing;
import org.filbert.online.FirstRows;

/**
 * Options for dividing a stream into batches.
 *
 * @param size rows B of a full batch
 * @param maxDelayMillis longest time that a row waits for its batch to fill
 * @param preprocessing of the rows, and of rows that the model scores later
 * @param firstRows fits the preprocessing to the first batch
 */
public record BatchOptions(
    int size, long maxDelayMillis, Preprocessing preprocessing, FirstRows firstRows)
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
}
