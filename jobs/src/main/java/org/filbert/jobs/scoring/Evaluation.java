package org.filbert.jobs.scoring;

import java.util.List;
import org.filbert.text.Coverage;
import org.jspecify.annotations.Nullable;

/**
 * Quality of a model's predictions for an input.
 *
 * @param rows number of scored rows
 * @param quarantined number of unusable records
 * @param farRows number of rows that are beyond the model's reach
 * @param firstBad place and reason of the first unusable record
 * @param text counts of documents and n-grams; absent for numeric rows
 */
public record Evaluation(
    long rows,
    long quarantined,
    long farRows,
    @Nullable String firstBad,
    @Nullable Coverage text,
    @Nullable OfClasses classification,
    @Nullable OfNumbers regression) {

  /**
   * Quality of a classification.
   *
   * @param error misclassified share
   * @param macroF1 unweighted mean of the classes' F1, over the classes that occur
   * @param confusion numbers of rows by true class, then predicted class
   */
  public record OfClasses(
      double error, double accuracy, double macroF1, List<String> classes, long[][] confusion) {

    static OfClasses of(List<String> classes, long[][] confusion) {
      int k = classes.size();
      long[] truths = new long[k];
      long[] predictions = new long[k];
      long rows = 0;
      long right = 0;
      for (int i = 0; i < k; i++) {
        right += confusion[i][i];
        for (int j = 0; j < k; j++) {
          truths[i] += confusion[i][j];
          predictions[j] += confusion[i][j];
          rows += confusion[i][j];
        }
      }
      double sumF1 = 0;
      int occurring = 0;
      for (int i = 0; i < k; i++) {
        long both = truths[i] + predictions[i];
        if (both > 0) {
          occurring++;
          sumF1 += 2.0 * confusion[i][i] / both;
        }
      }
      return new OfClasses(
          (double) (rows - right) / rows,
          (double) right / rows,
          sumF1 / occurring,
          classes,
          confusion);
    }
  }

  /**
   * Quality of a regression, in the units of the targets and over all of them.
   *
   * @param rmseByTarget the RMSE of each of several targets; absent for one
   * @param r2 the coefficient of determination; absent if all targets are the same
   */
  public record OfNumbers(
      double rmse, @Nullable List<Double> rmseByTarget, double mae, @Nullable Double r2) {
    static OfNumbers of(ErrorAccumulator.OfNumbers errors) {
      List<Double> byTarget = errors.rmseByColumn();
      double r2 = errors.rSquared();
      return new OfNumbers(
          errors.rmse(),
          byTarget.size() > 1 ? byTarget : null,
          errors.mae(),
          Double.isFinite(r2) ? r2 : null);
    }
  }
}
