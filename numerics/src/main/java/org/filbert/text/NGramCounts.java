package org.filbert.text;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Some n-grams, and the number of documents that have each.
 *
 * @param nGrams hashes, strictly ascending
 */
public record NGramCounts(long[] nGrams, int[] documents) {
  public static final NGramCounts NONE = new NGramCounts(new long[0], new int[0]);

  /** Those with hashes from {@code first} to {@code last}, both included. */
  public NGramCounts range(long first, long last) {
    int from = insertion(first);
    int to = last == Long.MAX_VALUE ? nGrams.length : insertion(last + 1);
    return new NGramCounts(
        Arrays.copyOfRange(nGrams, from, to), Arrays.copyOfRange(documents, from, to));
  }

  private int insertion(long nGram) {
    int found = Arrays.binarySearch(nGrams, nGram);
    return found < 0 ? -found - 1 : found;
  }

  /** All n-grams of both; the documents are different ones. */
  public NGramCounts merge(NGramCounts other) {
    long[] all = new long[Math.addExact(nGrams.length, other.nGrams.length)];
    int[] counts = new int[all.length];
    int size = 0;
    int i = 0;
    int j = 0;
    while (i < nGrams.length || j < other.nGrams.length) {
      boolean mine =
          j == other.nGrams.length || (i < nGrams.length && nGrams[i] <= other.nGrams[j]);
      boolean both = mine && j < other.nGrams.length && nGrams[i] == other.nGrams[j];
      all[size] = mine ? nGrams[i] : other.nGrams[j];
      counts[size++] = (mine ? documents[i++] : 0) + (both || !mine ? other.documents[j++] : 0);
    }
    return new NGramCounts(Arrays.copyOf(all, size), Arrays.copyOf(counts, size));
  }

  /** The n-grams that at least so many documents have. */
  public NGramCounts atLeast(int minDocuments) {
    return select(
        IntStream.range(0, nGrams.length).filter(j -> documents[j] >= minDocuments).toArray());
  }

  /** The n-grams that most documents have; of equally frequent ones those with small hashes. */
  public NGramCounts mostFrequent(int size) {
    if (nGrams.length <= size) {
      return this;
    }
    int[] sorted = documents.clone();
    Arrays.sort(sorted);
    int least = sorted[sorted.length - size];
    long above = Arrays.stream(documents).filter(count -> count > least).count();
    int[] places = new int[size];
    int next = 0;
    int ties = (int) (size - above);
    for (int j = 0; j < nGrams.length; j++) {
      if (documents[j] > least || (documents[j] == least && ties-- > 0)) {
        places[next++] = j;
      }
    }
    return select(places);
  }

  private NGramCounts select(int[] places) {
    long[] chosen = new long[places.length];
    int[] counts = new int[places.length];
    for (int t = 0; t < places.length; t++) {
      chosen[t] = nGrams[places[t]];
      counts[t] = documents[places[t]];
    }
    return new NGramCounts(chosen, counts);
  }

  /** Appends the counts of a later range, whose hashes are larger. */
  public NGramCounts then(NGramCounts next) {
    long[] all = Arrays.copyOf(nGrams, Math.addExact(nGrams.length, next.nGrams.length));
    int[] counts = Arrays.copyOf(documents, all.length);
    System.arraycopy(next.nGrams, 0, all, nGrams.length, next.nGrams.length);
    System.arraycopy(next.documents, 0, counts, documents.length, next.documents.length);
    return new NGramCounts(all, counts);
  }
}
