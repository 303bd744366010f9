package org.filbert.text;

import java.io.Serializable;
import java.util.List;
import org.filbert.linalg.Precision;
import org.jspecify.annotations.Nullable;

/**
 * Maps documents to sparse rows, whose inner product is the string kernel. A document without words
 * is a row of zeros.
 *
 * @param normalise whether rows are divided by their Euclidean length
 * @param vocabulary the columns' n-grams; absent if an n-gram's column is its hash, scaled to the
 *     {@value #HASHED_COLUMNS} that there can be
 */
public record Encoding(
    Analysis analysis, Weights weights, boolean normalise, @Nullable Vocabulary vocabulary)
    implements Serializable {
  public static final int HASHED_COLUMNS = Integer.MAX_VALUE;

  public Encoding {
    if (weights == Weights.TF_IDF && vocabulary == null) {
      throw new IllegalArgumentException(
          "weights is tf-idf, which needs a vocabulary; without one: counts or binary");
    }
  }

  /** Number d of columns. */
  public int features() {
    return vocabulary == null ? HASHED_COLUMNS : vocabulary.size();
  }

  public EncodedText encode(List<String> documents, Precision precision) {
    RowBuilder rows = new RowBuilder(features(), weights, normalise, vocabulary, documents.size());
    try (Analyser analyser = new Analyser(analysis)) {
      documents.forEach(document -> rows.add(analyser.nGrams(document)));
    }
    return rows.build(precision);
  }
}
