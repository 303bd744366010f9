package org.filbert.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Quality of a classification. Where rows have weights, shares and means count them by these;
 * numbers of rows do not.
 *
 * @param error misclassified share
 * @param balancedAccuracy mean of the classes' recall, over the classes that occur
 * @param macroF1 unweighted mean of the classes' F1, over the classes that occur
 * @param positive the class of two that is looked for: the one with fewer rows here, the second if
 *     both have as many; absent for another number of classes
 * @param rocAuc area under the receiver operating characteristic; of more than two classes the mean
 *     of each against all others. Absent if only one class occurs, or for too many rows
 * @param averagePrecision area under the curve of precision and recall of the positive class; of
 *     more than two classes likewise the mean
 * @param probabilities absent if the model has none
 * @param classes of the model; then {@link ClassErrors#NOT_LEARNED} if rows have other ones
 * @param byClass in the order of the classes
 * @param confusion numbers of rows by true class, then predicted class
 * @param roc share of the rows of the positive class that is found, against the share of others
 *     that is taken for it; of more than two classes the mean, as the areas
 * @param precisionRecall precision against recall, likewise
 * @param thresholds of the probability of the positive class, one for each aim; absent without
 *     probabilities, if only one class occurs, or for too many rows
 */
public record Classification(
    double error,
    double accuracy,
    double balancedAccuracy,
    double macroF1,
    @Nullable String positive,
    @Nullable Double rocAuc,
    @Nullable Double averagePrecision,
    @Nullable OfProbabilities probabilities,
    List<String> classes,
    List<OfClass> byClass,
    long[][] confusion,
    @Nullable Curve roc,
    @Nullable Curve precisionRecall,
    @Nullable List<Threshold> thresholds) {

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
    static List<OfClass> of(long[][] confusion, double[][] weights) {
      return IntStream.range(0, confusion.length).mapToObj(i -> of(confusion, weights, i)).toList();
    }

    private static OfClass of(long[][] confusion, double[][] weights, int i) {
      double support = Arrays.stream(weights[i]).sum();
      double predicted = Arrays.stream(weights).mapToDouble(row -> row[i]).sum();
      double right = weights[i][i];
      return new OfClass(
          share(right, predicted),
          share(right, support),
          share(2 * right, support + predicted),
          Arrays.stream(confusion[i]).sum(),
          Arrays.stream(confusion).mapToLong(row -> row[i]).sum());
    }

    private static double share(double part, double all) {
      return all == 0 ? 0 : part / all;
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

  /** F1 of the positive class; of more than two classes the unweighted mean. */
  public double f1() {
    return positive == null ? macroF1 : byClass.get(classes.indexOf(positive)).f1();
  }

  /** Rows of one class that are predicted as another. */
  public record Confused(String truth, String predicted, long rows) {}

  /** The pairs of classes that are confused most often. */
  public List<Confused> mostConfused(int most) {
    List<Confused> pairs = new ArrayList<>();
    for (int i = 0; i < confusion.length; i++) {
      for (int j = 0; j < confusion.length; j++) {
        if (i != j && confusion[i][j] > 0) {
          pairs.add(new Confused(classes.get(i), classes.get(j), confusion[i][j]));
        }
      }
    }
    return pairs.stream()
        .sorted(Comparator.comparingLong(Confused::rows).reversed())
        .limit(most)
        .toList();
  }

  static @Nullable Double known(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
