package org.filbert.text;

/** What the value of an n-gram in a document is, before the row's length is made 1. */
public enum Weights {
  /** How often it occurs there, tf. */
  COUNTS,
  /** 1. */
  BINARY,
  /** tf · (1 + ln((1 + N) / (1 + df))), df of the N training documents having the n-gram. */
  TF_IDF
}
