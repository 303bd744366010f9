package org.filbert.text;

/** The value of an n-gram in a document, before the row is normalised. */
public enum Weights {
  /** Its number of occurrences tf. */
  COUNTS,
  /** 1. */
  BINARY,
  /** tf · (1 + ln((1 + N) / (1 + df))), df of the N training documents having the n-gram. */
  TF_IDF
}
