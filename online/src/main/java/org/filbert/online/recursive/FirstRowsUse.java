package org.filbert.online.recursive;

/** What the first rows of a stream tell of each feature. */
public enum FirstRowsUse {
  /** Its median and its mean absolute deviation: {@link org.filbert.model.RobustScaling}. */
  SPREADS,
  /** The ranks of its values: {@link org.filbert.model.NormalScores}, and their spread. */
  RANKS
}
