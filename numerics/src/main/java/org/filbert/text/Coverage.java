package org.filbert.text;

/**
 * What became of some documents.
 *
 * @param empty documents in which the analysis left no word
 * @param nGrams n-grams that occur in them, each as often as it does
 * @param unknown those of them without a column, which were dropped
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
