package org.filbert.text;

import java.io.Serializable;
import org.filbert.data.RefusedException;

/**
 * The n-grams of the training documents that have columns of their own. The n-gram with the j-th
 * smallest hash has column j, wherever it was found.
 *
 * @param documents number N of training documents
 * @param nGrams hashes, strictly ascending
 * @param frequencies number of training documents that have each n-gram
 */
public record Vocabulary(long documents, long[] nGrams, int[] frequencies) implements Serializable {
  public Vocabulary {
    if (nGrams.length == 0) {
      throw new RefusedException("found no n-gram for the vocabulary, one is needed");
    }
    if (frequencies.length != nGrams.length) {
      throw new IllegalArgumentException(
          nGrams.length + " n-grams with the frequencies of " + frequencies.length);
    }
    for (int j = 0; j < nGrams.length; j++) {
      if (j > 0 && nGrams[j] <= nGrams[j - 1]) {
        throw new IllegalArgumentException("n-gram " + j + " of the vocabulary is out of order");
      }
      if (frequencies[j] < 1 || frequencies[j] > documents) {
        throw new IllegalArgumentException(
            "n-gram %s of the vocabulary is in %s of %s documents"
                .formatted(j, frequencies[j], documents));
      }
    }
  }

  public int size() {
    return nGrams.length;
  }

  /** 1 + ln((1 + N) / (1 + df)). */
  double inverseFrequency(int column) {
    return 1 + Math.log((1.0 + documents) / (1.0 + frequencies[column]));
  }
}
