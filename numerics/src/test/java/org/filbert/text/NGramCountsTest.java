package org.filbert.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NGramCountsTest {
  private static void assertCounts(NGramCounts found, long[] nGrams, int... documents) {
    assertThat(found.nGrams()).isEqualTo(nGrams);
    assertThat(found.documents()).isEqualTo(documents);
  }

  private static NGramCounts counts(long[] nGrams, int... documents) {
    return new NGramCounts(nGrams, documents);
  }

  private static long[] hashes(long... nGrams) {
    return nGrams;
  }

  @Test
  void mergingAddsUp() {
    NGramCounts a = counts(hashes(-5, 1, 7), 1, 2, 3);
    NGramCounts b = counts(hashes(-9, 1, 8), 4, 5, 6);
    assertCounts(a.merge(b), hashes(-9, -5, 1, 7, 8), 4, 1, 7, 3, 6);
    assertCounts(b.merge(a), hashes(-9, -5, 1, 7, 8), 4, 1, 7, 3, 6);
    assertCounts(a.merge(NGramCounts.NONE), a.nGrams(), a.documents());
    assertCounts(NGramCounts.NONE.merge(a), a.nGrams(), a.documents());
  }

  @Test
  void rangesIncludeTheirEnds() {
    NGramCounts all = counts(hashes(Long.MIN_VALUE, -1, 0, 5, Long.MAX_VALUE), 1, 2, 3, 4, 5);
    assertCounts(all.range(Long.MIN_VALUE, -1), hashes(Long.MIN_VALUE, -1), 1, 2);
    assertCounts(all.range(0, 4), hashes(0), 3);
    assertCounts(all.range(5, Long.MAX_VALUE), hashes(5, Long.MAX_VALUE), 4, 5);
    assertCounts(all.range(1, 4), hashes());
  }

  @Test
  void rareOnesGo() {
    NGramCounts all = counts(hashes(1, 2, 3, 4, 5), 2, 1, 3, 2, 2);
    assertCounts(all.atLeast(2), hashes(1, 3, 4, 5), 2, 3, 2, 2);
    assertCounts(all.mostFrequent(5), all.nGrams(), all.documents());
    assertCounts(all.mostFrequent(3), hashes(1, 3, 4), 2, 3, 2);
    assertCounts(all.mostFrequent(1), hashes(3), 3);
  }

  @Test
  void documentsAreCountedOnceForEachNGram() {
    DocumentCounter counter = new DocumentCounter();
    counter.add(hashes(1, 1, 2));
    counter.add(hashes());
    counter.add(hashes(2, 3, 3));
    assertCounts(counter.counts(), hashes(1, 2, 3), 1, 2, 1);
  }

  @Test
  void moreThanABufferIsCounted() {
    Random random = new Random(3);
    DocumentCounter counter = new DocumentCounter();
    TreeMap<Long, Integer> expected = new TreeMap<>();
    for (int i = 0; i < 140; i++) {
      long[] document = random.longs(8000, -400_000, 400_000).sorted().toArray();
      counter.add(document);
      Arrays.stream(document).distinct().forEach(nGram -> expected.merge(nGram, 1, Integer::sum));
    }
    assertCounts(
        counter.counts(),
        expected.keySet().stream().mapToLong(Long::longValue).toArray(),
        expected.values().stream().mapToInt(Integer::intValue).toArray());
  }
}
