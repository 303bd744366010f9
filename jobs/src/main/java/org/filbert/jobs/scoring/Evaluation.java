package org.filbert.jobs.scoring;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.metrics.ProbabilityErrors;
import org.filbert.metrics.Ranking;
import org.filbert.table.TableCounts;
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
 * @param cells counts of missing cells and unseen categories; absent without columns
 */
public record Evaluation(
    long rows,
    long quarantined,
    long farRows,
    @Nullable String firstBad,
    @Nullable Coverage text,
    @Nullable TableCounts cells,
    @Nullable OfClasses classification,
    @Nullable OfNumbers regression) {

  /**
   * Quality of a classification.
   *
   * @param error misclassified share
   * @param balancedAccuracy mean of the classes' recall, over the classes that occur
   * @param macroF1 unweighted mean of the classes' F1, over the classes that occur
   * @param rocAuc area under the receiver operating characteristic; of more than two classes the
   *     mean of each against all others. Absent if only one class occurs, or for too many rows
   * @param averagePrecision area under the curve of precision and recall, likewise
   * @param probabilities absent if the model has none
   * @param byClass in the order of the classes
   * @param confusion numbers of rows by true class, then predicted class
   */
  public record OfClasses(
      double error,
      double accuracy,
      double balancedAccuracy,
      double macroF1,
      @Nullable Double rocAuc,
      @Nullable Double averagePrecision,
      @Nullable OfProbabilities probabilities,
      List<String> classes,
      List<OfClass> byClass,
      long[][] confusion) {

    static OfClasses of(List<String> classes, ErrorAccumulator.OfClasses errors) {
      long[][] confusion = errors.confusion();
      List<OfClass> byClass = OfClass.of(confusion);
      long rows = byClass.stream().mapToLong(OfClass::support).sum();
      long right = IntStream.range(0, confusion.length).mapToLong(i -> confusion[i][i]).sum();
      Ranking ranking = errors.ranking();
      return new OfClasses(
          (double) (rows - right) / rows,
          (double) right / rows,
          byClass.stream()
              .filter(own -> own.support() > 0)
              .mapToDouble(OfClass::recall)
              .average()
              .orElse(0),
          byClass.stream()
              .filter(own -> own.support() + own.predicted() > 0)
              .mapToDouble(OfClass::f1)
              .average()
              .orElse(0),
          known(ranking.rocAuc()),
          known(ranking.averagePrecision()),
          errors.probabilityErrors().map(OfProbabilities::of).orElse(null),
          classes,
          byClass,
          confusion);
    }
  }

  /**
   * Quality of the predictions of one class.
   *
   * @param precision share of the rows predicted as this class that have it; 0 without any
   * @param recall share of the rows of this class that are predicted so; 0 without any
   * @param f1 2·precision·recall / (precision + recall); 0 if both are 0
   * @param support number of rows of this class
   * @param predicted number of rows predicted so
   */
  public record OfClass(double precision, double recall, double f1, long support, long predicted) {
    static List<OfClass> of(long[][] confusion) {
      return IntStream.range(0, confusion.length).mapToObj(i -> of(confusion, i)).toList();
    }

    private static OfClass of(long[][] confusion, int i) {
      long support = Arrays.stream(confusion[i]).sum();
      long predicted = Arrays.stream(confusion).mapToLong(row -> row[i]).sum();
      long right = confusion[i][i];
      return new OfClass(
          share(right, predicted),
          share(right, support),
          share(2 * right, support + predicted),
          support,
          predicted);
    }

    private static double share(long part, long all) {
      return all == 0 ? 0 : (double) part / all;
    }
  }

  /**
   * Quality of probabilities.
   *
   * @param logLoss mean of -log p of the right class
   * @param brier mean squared error of the probability of the second of two classes; of more
   *     classes summed over all
   * @param calibrationError mean distance of the reliability's points, by their rows
   * @param reliability the probability of the second of two classes, or the highest of more, in ten
   *     equal parts of [0, 1]
   */
  public record OfProbabilities(
      double logLoss, double brier, double calibrationError, List<Bin> reliability) {
    static OfProbabilities of(ProbabilityErrors errors) {
      return new OfProbabilities(
          errors.logLoss(),
          errors.brier(),
          errors.calibrationError(),
          errors.bins().stream()
              .map(bin -> new Bin(bin.rows(), known(bin.probability()), known(bin.frequency())))
              .toList());
    }

    /**
     * A point of the reliability diagram.
     *
     * @param probability mean; absent without rows
     * @param frequency with which it came true; absent without rows
     */
    public record Bin(long rows, @Nullable Double probability, @Nullable Double frequency) {}
  }

  /**
   * Quality of a regression, in the units of the targets and over all of them.
   *
   * @param rmseByTarget the RMSE of each of several targets; absent for one
   * @param r2 the coefficient of determination; absent if all targets are the same
   * @param coverage share of the rows within the interval, of each target; absent without intervals
   * @param intervalWidth width of the interval of each target; absent without intervals
   * @param residuals by prediction, of the first million rows; absent for several targets
   */
  public record OfNumbers(
      double rmse,
      @Nullable List<Double> rmseByTarget,
      double mae,
      @Nullable Double r2,
      @Nullable List<Double> coverage,
      @Nullable List<Double> intervalWidth,
      @Nullable List<Band> residuals) {
    static OfNumbers of(ErrorAccumulator.OfNumbers errors) {
      List<Double> byTarget = errors.rmseByColumn();
      List<Double> coverage = errors.coverageByColumn();
      return new OfNumbers(
          errors.rmse(),
          byTarget.size() > 1 ? byTarget : null,
          errors.mae(),
          known(errors.rSquared()),
          coverage.isEmpty() ? null : coverage,
          coverage.isEmpty() ? null : errors.intervalWidths(),
          byTarget.size() > 1 ? null : errors.residuals());
    }
  }

  /**
   * Rows whose predictions are alike, and the quantiles of truth - prediction among them.
   *
   * @param from lowest prediction
   * @param to highest prediction
   */
  public record Band(
      long rows,
      double from,
      double to,
      double q05,
      double q25,
      double median,
      double q75,
      double q95) {}

  private static @Nullable Double known(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
