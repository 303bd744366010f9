package org.filbert.text;

/**
 * How completely documents were encoded.
 *
 * @param empty documents in which the analysis left no word
 * @param nGrams occurrences of n-grams
 * @param unknown occurrences of n-grams without a column, which were dropped
 */
public record Coverage(long documents, long empty, long nGrams, long unknown) {
  public static final Coverage NONE = new Coverage(0, 0, 0, 0);

  public Coverage plus(Coverage other) {
    return new Coverage(
        documents + other.documents,
        empty + other.empty,
        nGrams + other.nGrams,
        unknown + other.unknown);
  }
}
