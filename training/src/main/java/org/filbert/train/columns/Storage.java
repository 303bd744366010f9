package org.filbert.train.columns;

/** How preprocessed rows are held. */
public enum Storage {
  /** Sparse if the records are, with more than 1,024 features of which less than 10 % are set. */
  AUTO,
  DENSE,
  SPARSE
}
