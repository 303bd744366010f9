package org.filbert.model;

import org.filbert.data.Rows;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;

/** A trained function from preprocessed rows to k scores, in pure numerics. */
public interface Model {
  /** Number d of input features. */
  int features();

  /** Number k of score columns. */
  int columns();

  /** Bytes of everything that must be stored. */
  long bytes();

  /** The k coefficients of each centre, feature or bin, in double. */
  Matrix coefficients();

  /** Scores of m rows, m×k in double. */
  default Matrix scores(Rows rows, Backend backend) {
    try (RowScorer scorer = scorer(backend)) {
      return scorer.scores(rows);
    }
  }

  /** Scores several batches, with the same bits as {@link #scores} and less work for each. */
  RowScorer scorer(Backend backend);
}
