package org.filbert.text;

import java.util.Arrays;

/** Counts for each n-gram the documents that have it. */
public final class DocumentCounter {
  private static final int BUFFER = 1 << 20;

  private NGramCounts counts = NGramCounts.NONE;
  private long[] buffer = new long[BUFFER];
  private int used;

  /** Adds a document by its n-grams, sorted. */
  public void add(long[] nGrams) {
    for (int t = 0; t < nGrams.length; t++) {
      if (t == 0 || nGrams[t] != nGrams[t - 1]) {
        if (used == buffer.length) {
          flush();
        }
        buffer[used++] = nGrams[t];
      }
    }
  }

  public NGramCounts counts() {
    flush();
    return counts;
  }

  /** The buffer grows with the counts, so that merging remains cheap. */
  private void flush() {
    Arrays.sort(buffer, 0, used);
    long[] nGrams = new long[used];
    int[] documents = new int[used];
    int size = 0;
    for (int t = 0; t < used; t++) {
      if (t == 0 || buffer[t] != buffer[t - 1]) {
        nGrams[size++] = buffer[t];
      }
      documents[size - 1]++;
    }
    counts =
        counts.merge(new NGramCounts(Arrays.copyOf(nGrams, size), Arrays.copyOf(documents, size)));
    used = 0;
    if (counts.nGrams().length > buffer.length) {
      buffer = new long[counts.nGrams().length];
    }
  }
}
