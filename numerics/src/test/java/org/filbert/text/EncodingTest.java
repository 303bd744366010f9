package org.filbert.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.filbert.data.SparseRows;
import org.filbert.linalg.Precision;
import org.junit.jupiter.api.Test;

class EncodingTest {
  private static final Analysis WORDS = new Analysis(1, false, false);

  /** a in 3 of 4 documents, b in 1, c in 2. */
  private static final Vocabulary ABC = vocabulary();

  private static Vocabulary vocabulary() {
    DocumentCounter counter = new DocumentCounter();
    try (Analyser analyser = new Analyser(WORDS)) {
      for (String document : List.of("a b", "a c a", "a c", "")) {
        counter.add(analyser.nGrams(document));
      }
    }
    NGramCounts counts = counter.counts();
    return new Vocabulary(4, counts.nGrams(), counts.documents());
  }

  private static int column(String word) {
    try (Analyser analyser = new Analyser(WORDS)) {
      return Arrays.binarySearch(ABC.nGrams(), analyser.nGrams(word)[0]);
    }
  }

  private static EncodedText encode(Weights weights, boolean normalise, String... documents) {
    return new Encoding(WORDS, weights, normalise, ABC)
        .encode(List.of(documents), Precision.DOUBLE);
  }

  @Test
  void countsAndBinary() {
    double[] counts = encode(Weights.COUNTS, false, "c a a z").rows().row(0);
    assertThat(counts[column("a")]).isEqualTo(2);
    assertThat(counts[column("b")]).isZero();
    assertThat(counts[column("c")]).isEqualTo(1);
    double[] binary = encode(Weights.BINARY, false, "c a a z").rows().row(0);
    assertThat(binary[column("a")]).isEqualTo(1);
    assertThat(binary[column("c")]).isEqualTo(1);
  }

  @Test
  void tfIdfWeighsRareWordsMore() {
    double[] row = encode(Weights.TF_IDF, false, "a a b c").rows().row(0);
    assertThat(row[column("a")]).isCloseTo(2 * (1 + Math.log(5 / 4.0)), within(1e-15));
    assertThat(row[column("b")]).isCloseTo(1 + Math.log(5 / 2.0), within(1e-15));
    assertThat(row[column("c")]).isCloseTo(1 + Math.log(5 / 3.0), within(1e-15));
  }

  @Test
  void rowsOfLengthOne() {
    double[] row = encode(Weights.COUNTS, true, "a a b").rows().row(0);
    assertThat(row[column("a")]).isCloseTo(2 / Math.sqrt(5), within(1e-15));
    assertThat(row[column("b")]).isCloseTo(1 / Math.sqrt(5), within(1e-15));
  }

  @Test
  void unknownWordsAreDroppedAndCounted() {
    EncodedText encoded = encode(Weights.COUNTS, true, "a z z", "", "y", "b");
    assertThat(encoded.coverage()).isEqualTo(new Coverage(4, 1, 5, 3));
    SparseRows rows = encoded.rows();
    assertThat(rows.count()).isEqualTo(4);
    assertThat(rows.nonZeros()).isEqualTo(2);
    assertThat(rows.row(1)).containsOnly(0);
    assertThat(rows.row(2)).containsOnly(0);
    assertThat(rows.squaredNorms()).containsExactly(1, 0, 0, 1);
  }

  @Test
  void noDocumentsAreNoRows() {
    EncodedText encoded = encode(Weights.TF_IDF, true);
    assertThat(encoded.rows().count()).isZero();
    assertThat(encoded.coverage()).isEqualTo(Coverage.NONE);
  }

  @Test
  void withoutVocabularyEveryNGramHasAColumn() {
    Encoding hashed = new Encoding(new Analysis(3, false, false), Weights.COUNTS, false, null);
    assertThat(hashed.features()).isEqualTo(Integer.MAX_VALUE);
    EncodedText encoded =
        hashed.encode(List.of("a b c a b", "a b", "never seen"), Precision.DOUBLE);
    assertThat(encoded.coverage().unknown()).isZero();
    SparseRows rows = encoded.rows();
    // a b | ab bc ca | abc bca cab: a, b and ab twice, six others once
    assertThat(rows.squaredNorms()).containsExactly(3 * 4 + 6, 3, 3);
  }

  @Test
  void hashedColumnsAreAllThatAnIntCanName() {
    assertThat(RowBuilder.hashedColumn(Long.MIN_VALUE, Encoding.HASHED_COLUMNS)).isZero();
    assertThat(RowBuilder.hashedColumn(0, Encoding.HASHED_COLUMNS))
        .isEqualTo(Integer.MAX_VALUE / 2);
    assertThat(RowBuilder.hashedColumn(Long.MAX_VALUE, Encoding.HASHED_COLUMNS))
        .isEqualTo(Integer.MAX_VALUE - 1);
  }

  @Test
  void tfIdfNeedsAVocabulary() {
    assertThatThrownBy(() -> new Encoding(WORDS, Weights.TF_IDF, true, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("weights is tf-idf, which needs a vocabulary; without one: counts or binary");
  }

  @Test
  void damagedVocabulariesAreRefused() {
    assertThatThrownBy(() -> new Vocabulary(1, new long[0], new int[0]))
        .hasMessageContaining("found no n-gram");
    assertThatThrownBy(() -> new Vocabulary(1, new long[] {1, 2}, new int[] {1}))
        .hasMessage("2 n-grams with the frequencies of 1");
    assertThatThrownBy(() -> new Vocabulary(1, new long[] {2, 2}, new int[] {1, 1}))
        .hasMessage("n-gram 1 of the vocabulary is out of order");
    assertThatThrownBy(() -> new Vocabulary(3, new long[] {1}, new int[] {4}))
        .hasMessage("n-gram 0 of the vocabulary is in 4 of 3 documents");
  }
}
