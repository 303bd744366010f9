package org.filbert.train.columns;

import org.filbert.data.RefusedException;
import org.filbert.data.Role;
import org.filbert.linalg.Precision;
import org.filbert.model.TextPreprocessing;
import org.filbert.text.Encoding;
import org.filbert.text.NGramCounts;
import org.filbert.text.Vocabulary;
import org.filbert.train.columns.TextOptions.EmptyDocuments;
import org.filbert.train.columns.TextOptions.VocabularyLimits;
import org.filbert.train.rows.Survey;
import org.filbert.workers.Workers;

/**
 * Fits the map from documents to rows on the workers' training documents. The vocabulary is made of
 * one range of hashes after the other, so that the driver holds rare n-grams of one range only.
 */
public final class TextFitting {
  /** Highest bits of a hash, which number its range. */
  private static final int RANGE_BITS = 4;

  private final TextOptions options;
  private final Workers workers;
  private final int column;

  /** Fits to records that are documents. */
  public TextFitting(TextOptions options, Workers workers) {
    this(options, workers, TextTasks.NO_COLUMN);
  }

  /** Fits to a column of cells. */
  public TextFitting(TextOptions options, Workers workers, int column) {
    this.options = options;
    this.workers = workers;
    this.column = column;
  }

  /** Quarantines documents without words, or refuses them; the first step. */
  public void refuseEmptyDocuments() {
    if (options.emptyDocuments() != EmptyDocuments.ZEROS) {
      workers.gather(
          new TextTasks.RefuseEmptyDocuments(
              options.analysis(), options.emptyDocuments() == EmptyDocuments.QUARANTINE));
    }
  }

  /**
   * Finds the terms of the training documents and their weights.
   *
   * @throws RefusedException if there are training rows of numbers
   */
  public TextPreprocessing fit(Survey.Answer survey, Precision precision) {
    long documents = survey.count(Role.TRAIN);
    if (survey.texts() < documents) {
      throw new RefusedException(
          "preprocessing.text needs documents, found training rows of numbers; a format with the"
              + " key text reads documents");
    }
    return new TextPreprocessing(encoding(documents), precision);
  }

  /**
   * @param documents number of training documents
   */
  Encoding encoding(long documents) {
    VocabularyLimits limits = options.vocabulary();
    return new Encoding(
        options.analysis(),
        options.weights(),
        options.normalise(),
        limits == null ? null : vocabulary(limits, documents));
  }

  private Vocabulary vocabulary(VocabularyLimits limits, long documents) {
    NGramCounts chosen = NGramCounts.NONE;
    int ranges = 1 << RANGE_BITS;
    for (int range = 0; range < ranges; range++) {
      long first = (long) (range - ranges / 2) << (Long.SIZE - RANGE_BITS);
      long last = first + (1L << (Long.SIZE - RANGE_BITS)) - 1;
      NGramCounts found =
          workers
              .gather(new TextTasks.CountNGrams(options.analysis(), column, first, last))
              .stream()
              .reduce(NGramCounts.NONE, NGramCounts::merge);
      chosen = chosen.then(found.atLeast(limits.minDocuments()));
    }
    if (chosen.nGrams().length == 0) {
      throw new RefusedException(
          "found no n-gram that is in %s or more of %s training documents, a smaller minDocuments or other text is needed"
              .formatted(limits.minDocuments(), documents));
    }
    NGramCounts kept = chosen.mostFrequent(limits.maxSize());
    return new Vocabulary(documents, kept.nGrams(), kept.documents());
  }
}
