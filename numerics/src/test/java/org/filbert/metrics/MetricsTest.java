package org.filbert.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.filbert.calibration.Sigmoid;
import org.junit.jupiter.api.Test;

/** Against definitions that look at all pairs of rows, with ties. */
class MetricsTest {
  private static double pairs(double[] positive, double[] negative) {
    double sum = 0;
    for (double p : positive) {
      for (double n : negative) {
        sum += p > n ? 1 : p == n ? 0.5 : 0;
      }
    }
    return sum / positive.length / negative.length;
  }

  private static double averagePrecision(double[] positive, double[] negative) {
    double sum = 0;
    for (double p : positive) {
      double found = Arrays.stream(positive).filter(score -> score >= p).count();
      double others = Arrays.stream(negative).filter(score -> score >= p).count();
      sum += found / (found + others) / positive.length;
    }
    return sum;
  }

  @Test
  void rankingsAreThoseOfAllPairs() {
    Random random = new Random(5);
    for (int repetition = 0; repetition < 300; repetition++) {
      int distinct = 1 + random.nextInt(20);
      double[] positive =
          random.ints(1 + random.nextInt(30), 0, distinct).mapToDouble(i -> i / 4.0).toArray();
      double[] negative =
          random
              .ints(1 + random.nextInt(30), 0, distinct)
              .mapToDouble(i -> i / 4.0 - 0.5)
              .toArray();
      double expected = pairs(positive, negative);
      double precision = averagePrecision(positive, negative);
      Ranking found = Ranking.of(positive.clone(), negative.clone());
      assertThat(found.rocAuc()).isCloseTo(expected, within(1e-12));
      assertThat(found.averagePrecision()).isCloseTo(precision, within(1e-12));
    }
  }

  /** Whichever place it has, the class with fewer rows is the one that is looked for. */
  @Test
  void theRarerClassIsLookedFor() {
    double[] scores = {0.1, 0.4, 0.35, 0.8, -1};
    int[] labels = {0, 0, 1, 1, 0};
    ClassErrors second = new ClassErrors(List.of("a", "b"), 1, Sigmoid.LOGISTIC);
    ClassErrors first = new ClassErrors(List.of("b", "a"), 1, Sigmoid.LOGISTIC);
    for (int i = 0; i < labels.length; i++) {
      second.add(scores, i, labels[i], 1);
      first.add(new double[] {-scores[i]}, 0, 1 - labels[i], 1);
    }
    Classification found = first.result(List.of(Threshold.Aim.BEST_F1));
    Classification expected = second.result(List.of(Threshold.Aim.BEST_F1));
    assertThat(found.positive()).isEqualTo("b").isEqualTo(expected.positive());
    assertThat(found.averagePrecision()).isCloseTo(5.0 / 6, within(1e-15));
    assertThat(found.rocAuc()).isEqualTo(expected.rocAuc());
    assertThat(found.thresholds()).isEqualTo(expected.thresholds());
    assertThat(found.f1()).isEqualTo(expected.f1()).isGreaterThan(0);
    assertThat(found.precisionRecall().y()).isEqualTo(expected.precisionRecall().y());
  }

  @Test
  void knownRankings() {
    // the example in scikit-learn's documentation: 0.75 and 0.8333
    Ranking found = Ranking.of(new double[] {0.35, 0.8}, new double[] {0.1, 0.4});
    assertThat(found.rocAuc()).isEqualTo(0.75);
    assertThat(found.averagePrecision()).isCloseTo(5.0 / 6, within(1e-15));
    assertThat(Ranking.of(new double[] {-0.0}, new double[] {0.0}).rocAuc()).isEqualTo(0.5);
    assertThat(Ranking.of(new double[0], new double[] {1}).rocAuc()).isNaN();
    assertThat(Ranking.of(new double[] {1}, new double[0]).averagePrecision()).isNaN();
  }

  @Test
  void twoClassesByHand() {
    ProbabilityErrors errors = new ProbabilityErrors();
    errors.add(new double[] {0.25, 0.75}, 1);
    errors.add(new double[] {0.25, 0.75}, 0);
    errors.add(new double[] {0.875, 0.125}, 0);
    errors.add(new double[] {0, 1}, 1);
    assertThat(errors.logLoss())
        .isCloseTo(-(Math.log(0.75) + Math.log(0.25) + Math.log(0.875)) / 4, within(1e-15));
    assertThat(errors.brier())
        .isCloseTo((0.0625 + 0.5625 + 0.015625) / 4, within(1e-15)); // and 0 of the last
    assertThat(errors.bins()).hasSize(10);
    assertThat(errors.bins().get(7)).isEqualTo(new ProbabilityErrors.Bin(2, 0.75, 0.5));
    assertThat(errors.bins().get(1)).isEqualTo(new ProbabilityErrors.Bin(1, 0.125, 0));
    assertThat(errors.bins().get(9)).isEqualTo(new ProbabilityErrors.Bin(1, 1, 1));
    assertThat(errors.bins().get(0).frequency()).isNaN();
    assertThat(errors.calibrationError()).isCloseTo((2 * 0.25 + 0.125) / 4, within(1e-15));
  }

  @Test
  void moreClassesByHand() {
    ProbabilityErrors errors = new ProbabilityErrors();
    errors.add(new double[] {0.5, 0.25, 0.25}, 0);
    errors.add(new double[] {0.25, 0.25, 0.5}, 0);
    errors.add(new double[] {1, 0, 0}, 1);
    assertThat(errors.logLoss())
        .isCloseTo((Math.log(2) + Math.log(4) + 52 * Math.log(2)) / 3, within(1e-12));
    assertThat(errors.brier()).isCloseTo((0.375 + 0.875 + 2) / 3, within(1e-15));
    assertThat(errors.bins().get(5)).isEqualTo(new ProbabilityErrors.Bin(2, 0.5, 0.5));
    assertThat(errors.calibrationError()).isCloseTo(1 / 3.0, within(1e-15));
  }
}
