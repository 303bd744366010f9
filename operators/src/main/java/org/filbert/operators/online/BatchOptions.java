package org.filbert.operators.online;

import java.io.Serializable;
import org.filbert.linalg.Precision;
import org.filbert.model.Preprocessing;

/**
 * How a stream is cut into batches.
 *
 * @param size rows B of a full batch
 * @param maxDelayMillis longest time that a row waits for its batch to fill
 * @param features number d of every row's features
 * @param sparse whether rows are stored sparse
 * @param scale that values are multiplied by: none, one for all features, or one for each
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

  /** What is done to the rows, and to those that the model is to score later. */
  public Preprocessing preprocessing() {
    return new Preprocessing(features, sparse, precision, new double[0], scale);
  }
}
