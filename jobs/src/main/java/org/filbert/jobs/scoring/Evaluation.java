package org.filbert.jobs.scoring;

import java.util.List;
import org.filbert.text.Coverage;
import org.jspecify.annotations.Nullable;

/**
 * How well a model predicts an input.
 *
 * @param rows rows that were scored
 * @param quarantined records that could not be used
 * @param firstBad place and reason of the first of these
 * @param text what became of the rows' documents; absent if they are numbers
 */
public record Evaluation(
    long rows,
    long quarantined,
    @Nullable String firstBad,
    @Nullable Coverage text,
    @Nullable OfClasses classification,
    @Nullable OfNumbers regression) {

  /**
   * Classes predicted rightly and wrongly.
   *
   * @param error share of misclassified rows
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
   * Errors in the units of the targets, over all of them.
   *
   * @param rmseByTarget the RMSE of each of several targets; absent for one
   * @param r2 the coefficient of determination; absent if all targets are the same
   */
  public record OfNumbers(
      double rmse, @Nullable List<Double> rmseByTarget, double mae, @Nullable Double r2) {
    static OfNumbers of(Tally.OfNumbers tally) {
      List<Double> byTarget = tally.rmseByColumn();
      double r2 = tally.rSquared();
      return new OfNumbers(
          tally.rmse(),
          byTarget.size() > 1 ? byTarget : null,
          tally.mae(),
          Double.isFinite(r2) ? r2 : null);
    }
  }
}
