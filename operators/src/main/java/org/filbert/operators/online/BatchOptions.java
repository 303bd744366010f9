package org.filbert.operators.online;

import java.io.Serializable;
import org.filbert.linalg.Precision;
import org.filbert.model.Preprocessing;

/**
 * Options for dividing a stream into batches.
 *
 * @param size rows B of a full batch
 * @param maxDelayMillis longest time that a row waits for its batch to fill
 * @param features number d of each row's features
 * @param sparse whether rows are stored sparse
 * @param scale factors of the values: none, one for all features, or one for each
 */
public record BatchOptions(
    int size,
    long maxDelayMillis,
    int features,
    boolean sparse,
    Precision precision,
    double[] scale)
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

  /** The preprocessing of the rows, and of rows that the model scores later. */
  public Preprocessing preprocessing() {
    return new Preprocessing(features, sparse, precision, new double[0], scale);
  }
}
