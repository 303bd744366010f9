package org.filbert.jobs.scoring;

import java.util.List;
import java.util.Locale;
import org.filbert.data.ClassNames;
import org.filbert.metrics.Classification;
import org.filbert.metrics.Regression;
import org.filbert.table.TableCounts;
import org.filbert.text.Coverage;
import org.jspecify.annotations.Nullable;

/**
 * Quality of a model's predictions for an input.
 *
 * @param rows number of scored rows, without those of weight 0
 * @param weight sum of the rows' weights; absent if every row counts 1
 * @param quarantined number of unusable records
 * @param farRows number of rows that are beyond the model's reach
 * @param firstBad place and reason of the first unusable record
 * @param text counts of documents and n-grams; absent for numeric rows
 * @param cells counts of missing cells and unseen categories; absent without columns
 * @param otherClasses classes that the model does not have; absent without such rows
 * @param importances of the columns; absent unless they are asked for
 */
public record Evaluation(
    long rows,
    @Nullable Double weight,
    long quarantined,
    long farRows,
    @Nullable String firstBad,
    @Nullable Coverage text,
    @Nullable TableCounts cells,
    @Nullable OtherClasses otherClasses,
    @Nullable Classification classification,
    @Nullable Regression regression,
    @Nullable Importances importances) {
  /**
   * True classes that the model does not have.
   *
   * @param rows of these classes, all misclassified
   */
  public record OtherClasses(long rows, List<String> names) {
    /** A line for people. */
    public String text() {
      return String.format(
          Locale.ROOT,
          "%,d rows of classes that the model does not have, %s: they count as misclassified",
          rows,
          new ClassNames(names));
    }
  }
}
