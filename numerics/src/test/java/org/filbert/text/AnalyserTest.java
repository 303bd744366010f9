package org.filbert.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnalyserTest {
  private static final Analysis PLAIN = new Analysis(1, false, false);

  private static long[] nGrams(Analysis analysis, String document) {
    try (Analyser analyser = new Analyser(analysis)) {
      return analyser.nGrams(document);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Squirrels RUN, squirrels run",
    "'one,two;three', one two three",
    "It's 3.5 stars!, it's 3.5 stars",
    "søren ÅR, SØREN år",
    "a<br /><br />b, a br br b"
  })
  void wordsAreTokenisedAndLowerCased(String document, String words) {
    assertThat(nGrams(PLAIN, document)).isEqualTo(nGrams(PLAIN, words));
  }

  @ParameterizedTest
  @CsvSource({
    "running runs, run run",
    "acting acted acts, act act act",
    "wonderful, wonder",
    "The best of the films, the best of the film"
  })
  void wordsAreStemmed(String document, String stems) {
    assertThat(nGrams(new Analysis(1, true, false), document)).isEqualTo(nGrams(PLAIN, stems));
  }

  @Test
  void stopWordsAreDroppedBeforeNGramsAreMade() {
    Analysis dropping = new Analysis(2, false, true);
    assertThat(nGrams(dropping, "The king and the queen of hearts"))
        .isEqualTo(nGrams(new Analysis(2, false, false), "king queen hearts"));
    assertThat(nGrams(dropping, "the of and")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, 5", "2, 9", "3, 12"})
  void runsOfUpToSoManyWordsAreFound(int nGrams, int expected) {
    long[] found = nGrams(new Analysis(nGrams, false, false), "a b c d e");
    assertThat(found).hasSize(expected).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void anNGramIsKnownByItsWordsAndTheirOrder() {
    Analysis pairs = new Analysis(2, false, false);
    assertThat(common(nGrams(pairs, "a b"), nGrams(pairs, "b a"))).hasSize(2);
    assertThat(common(nGrams(pairs, "a b"), nGrams(pairs, "ab"))).isEmpty();
    assertThat(common(nGrams(pairs, "x a b y"), nGrams(pairs, "a b"))).hasSize(3);
    assertThat(nGrams(pairs, "a a a")).hasSize(5);
    assertThat(common(nGrams(pairs, "a a a"), nGrams(pairs, "a a"))).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "   ", "...", "!?"})
  void documentsWithoutWordsHaveNoNGrams(String document) {
    assertThat(nGrams(new Analysis(3, true, true), document)).isEmpty();
  }

  @Test
  void longDocumentsAreTakenWhole() {
    String document =
        IntStream.range(0, 5000).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));
    assertThat(nGrams(new Analysis(3, false, false), document)).hasSize(3 * 5000 - 3);
  }

  @Test
  void oneAnalyserServesManyDocuments() {
    try (Analyser analyser = new Analyser(PLAIN)) {
      long[] first = analyser.nGrams("a b c");
      assertThat(analyser.nGrams("x")).isEqualTo(nGrams(PLAIN, "x"));
      assertThat(analyser.nGrams("a b c")).isEqualTo(first);
    }
  }

  /** Stored vocabularies depend on these hashes: they never change. */
  @Test
  void hashesAreForEver() {
    assertThat(nGrams(new Analysis(2, true, true), "The squirrels running"))
        .containsExactly(-8102182260101852530L, 3580465386910438726L, 3958873122467635814L);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 4})
  void otherLengthsAreRefused(int nGrams) {
    assertThatThrownBy(() -> new Analysis(nGrams, true, true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("nGrams is " + nGrams + ", must be from 1 to 3 words");
  }

  private static Set<Long> common(long[] a, long[] b) {
    Set<Long> common = new LinkedHashSet<>(Arrays.stream(a).boxed().toList());
    common.retainAll(LongStream.of(b).boxed().toList());
    return common;
  }
}
