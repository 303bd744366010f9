package org.filbert.text;

import java.io.Serializable;

/**
 * How a document becomes n-grams of words: Unicode text segmentation (UAX #29), lower case, English
 * stop words dropped, Porter's stemmer, then all runs of 1 to {@code nGrams} words that follow each
 * other in what is left.
 *
 * <p>An n-gram is known by a 64-bit hash of its words. Two n-grams with the same hash count as one;
 * among 10⁷ n-grams that happens with probability 3·10⁻⁶.
 *
 * @param nGrams largest number of words of an n-gram, 1 to {@value #MAX_WORDS}
 * @param stem whether words are cut down to their stems
 * @param stopWords whether the, and, of, ... are dropped
 */
public record Analysis(int nGrams, boolean stem, boolean stopWords) implements Serializable {
  public static final int MAX_WORDS = 3;

  public Analysis {
    if (nGrams < 1 || nGrams > MAX_WORDS) {
      throw new IllegalArgumentException(
          "nGrams is " + nGrams + ", must be from 1 to " + MAX_WORDS + " words");
    }
  }
}
