package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import java.util.OptionalInt;
import org.filbert.text.Analysis;
import org.filbert.text.Weights;
import org.filbert.train.TextOptions;
import org.filbert.train.TextOptions.EmptyDocuments;
import org.filbert.train.TextOptions.VocabularyLimits;
import org.jspecify.annotations.Nullable;

/**
 * How documents become rows.
 *
 * @param nGrams most words of an n-gram
 * @param stem whether words are cut down to their stems
 * @param stopWords whether the, and, of, ... are dropped
 * @param weights of n-grams
 * @param normalise whether rows are divided by their length; absent: for tf-idf only
 * @param columns map from n-grams to columns
 * @param minDocuments fewest training documents that have an n-gram of the vocabulary; absent: 1
 * @param maxNGrams most n-grams of the vocabulary, the most frequent ones; absent: no limit
 */
public record TextConfig(
    @JsonProperty(defaultValue = "3") int nGrams,
    @JsonProperty(defaultValue = "true") boolean stem,
    @JsonProperty(defaultValue = "true") boolean stopWords,
    @JsonProperty(defaultValue = "tf-idf") Weights weights,
    Optional<Boolean> normalise,
    @JsonProperty(defaultValue = "vocabulary") Columns columns,
    OptionalInt minDocuments,
    OptionalInt maxNGrams,
    @JsonProperty(defaultValue = "zeros") EmptyDocuments emptyDocuments) {

  /** Which columns there are. */
  public enum Columns {
    /** One for each n-gram of the training documents. */
    VOCABULARY,
    /** One for each value of the n-grams' hash; nothing is fitted. */
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

  /** The options of the numerics. */
  public TextOptions toOptions() {
    return new TextOptions(
        new Analysis(nGrams, stem, stopWords),
        weights,
        normalise.orElse(weights == Weights.TF_IDF),
        limits(columns, minDocuments, maxNGrams),
        emptyDocuments);
  }

  private static @Nullable VocabularyLimits limits(
      Columns columns, OptionalInt minDocuments, OptionalInt maxNGrams) {
    return columns == Columns.HASHED
        ? null
        : new VocabularyLimits(minDocuments.orElse(1), maxNGrams.orElse(Integer.MAX_VALUE));
  }
}
