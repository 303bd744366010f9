package org.filbert.model;

import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;

/**
 * Scores batch after batch with one model, and keeps between them what is the same for all: numbers
 * that the model draws from a seed, coefficients in the precision of the products. Not thread-safe.
 */
public interface RowScorer extends AutoCloseable {
  /** Scores of m preprocessed rows, m×k in double. */
  Matrix scores(Rows rows);

  @Override
  default void close() {}
}
