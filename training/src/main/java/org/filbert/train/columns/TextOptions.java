package org.filbert.train.columns;

import org.filbert.text.Analysis;
import org.filbert.text.Encoding;
import org.filbert.text.Weights;
import org.jspecify.annotations.Nullable;

/**
 * How documents become rows.
 *
 * @param normalise whether rows are divided by their Euclidean length
 * @param vocabulary which n-grams get columns; absent: all, by their hashes
 */
public record TextOptions(
    Analysis analysis,
    Weights weights,
    boolean normalise,
    @Nullable VocabularyLimits vocabulary,
    EmptyDocuments emptyDocuments) {
  public TextOptions {
    if (vocabulary == null) {
      new Encoding(analysis, weights, normalise, null); // checks them
    }
  }

  /**
   * Which n-grams of the training documents are in the vocabulary.
   *
   * @param minDocuments fewest training documents that have an n-gram
   * @param maxSize most n-grams; the most frequent ones stay
   */
  public record VocabularyLimits(int minDocuments, int maxSize) {
    public VocabularyLimits {
      if (minDocuments < 1) {
        throw new IllegalArgumentException(
            "minDocuments is " + minDocuments + ", must be 1 or more");
      }
      if (maxSize < 1) {
        throw new IllegalArgumentException("maxNGrams is " + maxSize + ", must be 1 or more");
      }
    }
  }

  /** What happens to a document in which the analysis leaves no word. */
  public enum EmptyDocuments {
    /** It is a row of zeros, and counted. */
    ZEROS,
    /** Training ends with a {@link org.filbert.data.DataException}. */
    FAIL,
    /** It is left out like a record that cannot be read. */
    QUARANTINE
  }
}
