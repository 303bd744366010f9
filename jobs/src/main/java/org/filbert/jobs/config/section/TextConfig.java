package org.filbert.jobs.config.section;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Optional;
import java.util.OptionalInt;
import org.filbert.text.Analysis;
import org.filbert.text.Weights;
import org.filbert.train.columns.ColumnKind;
import org.filbert.train.columns.TextOptions;
import org.filbert.train.columns.TextOptions.EmptyDocuments;
import org.filbert.train.columns.TextOptions.VocabularyLimits;
import org.jspecify.annotations.Nullable;

/**
 * How documents become rows.
 *
 * @param nGrams Most words of an n-gram, 1 to 3.
 * @param stem Whether words are reduced to their stems by Porter's algorithm.
 * @param stopWords Whether frequent words (the, and, of, ...) are dropped.
 * @param weights Value of an n-gram: occurrences, 1, or occurrences·(1 + ln((1 + N) / (1 + df))).
 * @param normalise Whether each row is divided by its Euclidean length. Default: {@code true} for
 *     {@code tf-idf}, else {@code false}
 * @param columns A column for each n-gram of the training documents, or one that a hash chooses.
 * @param minDocuments For {@code vocabulary}: n-grams in fewer training documents are dropped.
 *     Default: 1
 * @param maxNGrams For {@code vocabulary}: how many of the most frequent n-grams are kept. Default:
 *     no limit
 * @param emptyDocuments What a document without words is: a row of zeros, an error, or a bad
 *     record.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NONE)
record TextConfig(
    @JsonProperty(defaultValue = "3") int nGrams,
    @JsonProperty(defaultValue = "true") boolean stem,
    @JsonProperty(defaultValue = "true") boolean stopWords,
    @JsonProperty(defaultValue = "tf-idf") Weights weights,
    Optional<Boolean> normalise,
    @JsonProperty(defaultValue = "vocabulary") Columns columns,
    OptionalInt minDocuments,
    OptionalInt maxNGrams,
    @JsonProperty(defaultValue = "zeros") EmptyDocuments emptyDocuments)
    implements ColumnConfig {

  /** Which columns there are. */
  public enum Columns {
    /** One for each n-gram of the training documents. */
    VOCABULARY,
    /** As many as there can be, the n-grams' hashes saying which; nothing is fitted. */
    HASHED
  }

  public TextConfig {
    if (columns == Columns.HASHED && (minDocuments.isPresent() || maxNGrams.isPresent())) {
      throw new IllegalArgumentException(
          (minDocuments.isPresent() ? "minDocuments" : "maxNGrams")
              + " is given, which only columns: vocabulary has");
    }
    new TextOptions( // checks the rest
        new Analysis(nGrams, stem, stopWords),
        weights,
        false,
        limits(columns, minDocuments, maxNGrams),
        emptyDocuments);
  }

  /** What the numerics take. */
  public TextOptions toOptions() {
    return new TextOptions(
        new Analysis(nGrams, stem, stopWords),
        weights,
        normalise.orElse(weights == Weights.TF_IDF),
        limits(columns, minDocuments, maxNGrams),
        emptyDocuments);
  }

  @Override
  public ColumnKind toKind() {
    return new ColumnKind.Text(toOptions());
  }

  private static @Nullable VocabularyLimits limits(
      Columns columns, OptionalInt minDocuments, OptionalInt maxNGrams) {
    return columns == Columns.HASHED
        ? null
        : new VocabularyLimits(minDocuments.orElse(1), maxNGrams.orElse(Integer.MAX_VALUE));
  }
}
