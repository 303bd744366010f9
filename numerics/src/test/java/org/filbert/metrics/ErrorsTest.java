package org.filbert.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.filbert.calibration.Margins;
import org.filbert.calibration.NormalisedSigmoids;
import org.filbert.calibration.Sigmoid;
import org.filbert.data.TargetTransform;
import org.junit.jupiter.api.Test;

class ErrorsTest {
  private static ClassErrors add(ClassErrors errors, double[] scores, int... labels) {
    int k = scores.length / labels.length;
    for (int i = 0; i < labels.length; i++) {
      errors.add(scores, i * k, labels[i], 1);
    }
    return errors;
  }

  private static NumberErrors add(
      NumberErrors errors, int targets, double[] predicted, double[] truth) {
    for (int i = 0; i < truth.length; i += targets) {
      errors.add(predicted, truth, i, 1);
    }
    return errors;
  }

  @Test
  void countsClassesAndAveragesF1OverThoseThatOccur() {
    Classification result =
        add(
                new ClassErrors(List.of("a", "b", "c", "d"), 4, null),
                new double[] {
                  1, 0, 0, 0,
                  0, 1, 0, 0,
                  0, 0, 1, 0,
                  1, 0, 1, 0
                },
                0,
                0,
                2,
                2)
            .result();
    assertThat(result.confusion())
        .isDeepEqualTo(new long[][] {{1, 1, 0, 0}, {0, 0, 0, 0}, {1, 0, 1, 0}, {0, 0, 0, 0}});
    assertThat(result.accuracy()).isEqualTo(0.5);
    assertThat(result.balancedAccuracy()).isEqualTo(0.5);
    assertThat(result.error()).isEqualTo(0.5);
    // F1 of a: 2·1/(2+2), of b: 0, of c: 2·1/(2+1); d does not occur
    assertThat(result.macroF1()).isCloseTo((0.5 + 0 + 2 / 3.0) / 3, within(1e-15));
    assertThat(result.mostConfused(1)).containsExactly(new Classification.Confused("a", "b", 1));
  }

  @Test
  void twoClassesShareOneScore() {
    ClassErrors errors =
        add(
            new ClassErrors(List.of("a", "b"), 1, Sigmoid.LOGISTIC),
            new double[] {-1, 0, 2},
            0,
            1,
            1);
    Classification result = errors.result();
    assertThat(result.confusion()).isDeepEqualTo(new long[][] {{1, 0}, {1, 1}});
    assertThat(result.rocAuc()).isEqualTo(1);
    Classification.OfProbabilities probabilities = result.probabilities();
    assertThat(probabilities).isNotNull();
    assertThat(probabilities.logLoss())
        .isCloseTo(
            (Math.log1p(Math.exp(-1)) + Math.log(2) + Math.log1p(Math.exp(-2))) / 3, within(1e-15));
    assertThat(errors.loss()).isEqualTo(probabilities.logLoss());
    assertThat(probabilities.reliability()).hasSize(10);
    assertThat(probabilities.reliability().get(0).probability()).isNull();
    assertThat(result.byClass().get(1))
        .isEqualTo(new Classification.OfClass(1, 0.5, 2 / 3.0, 2, 1));
  }

  @Test
  void ranksEachClassAgainstAllOthers() {
    // a above the others in 1 of 2 pairs, b in 2 of 2; c does not occur
    Classification result =
        add(
                new ClassErrors(List.of("a", "b", "c"), 3, null),
                new double[] {2, 0, 9, 3, 1, 0, 1, 2, 0},
                0,
                1,
                1)
            .result();
    assertThat(result.rocAuc()).isEqualTo(0.75);
    assertThat(result.probabilities()).isNull();
    Classification one =
        add(new ClassErrors(List.of("a", "b"), 1, null), new double[] {2}, 1).result();
    assertThat(one.rocAuc()).isNull();
    assertThat(one.roc()).isNull();
  }

  @Test
  void curvesGoThroughThePointsOfTheScores() {
    // scores 4+ 3- 2+ 1-: (0, 1/2), (1/2, 1/2), (1/2, 1), (1, 1)
    Classification result =
        add(new ClassErrors(List.of("a", "b"), 1, null), new double[] {4, 3, 2, 1}, 1, 0, 1, 0)
            .result();
    Curve roc = result.roc();
    assertThat(roc).isNotNull();
    for (int i = 0; i < roc.x().length; i++) {
      assertThat(roc.y()[i]).isEqualTo(roc.x()[i] < 0.5 ? 0.5 : 1);
    }
    assertThat(roc.x()[roc.x().length - 1]).isEqualTo(1);
    Curve curve = result.precisionRecall();
    assertThat(curve).isNotNull();
    for (int i = 0; i < curve.x().length; i++) {
      assertThat(curve.y()[i]).isEqualTo(curve.x()[i] <= 0.5 ? 1 : 2 / 3.0);
    }
  }

  /** A weight that is a whole number is as many rows, in all but the numbers of rows. */
  @Test
  void weightsRepeatRows() {
    Random random = new Random(7);
    List<String> names = List.of("a", "b", "c");
    ClassErrors weighted = new ClassErrors(names, 3, new NormalisedSigmoids());
    ClassErrors repeated = new ClassErrors(names, 3, new NormalisedSigmoids());
    NumberErrors weightedNumbers = new NumberErrors(1, margins(0.5));
    NumberErrors repeatedNumbers = new NumberErrors(1, margins(0.5));
    for (int i = 0; i < 60; i++) {
      double[] scores = random.ints(3, 0, 6).mapToDouble(score -> score / 2.0).toArray();
      int label = random.nextInt(3);
      int weight = 1 + random.nextInt(3);
      double[] truth = {scores[0] + random.nextGaussian()};
      weighted.add(scores, 0, label, weight);
      weightedNumbers.add(scores, truth, 0, weight);
      for (int copy = 0; copy < weight; copy++) {
        repeated.add(scores, 0, label, 1);
        repeatedNumbers.add(scores, truth, 0, 1);
      }
    }
    assertThat(weighted.result())
        .usingRecursiveComparison()
        .ignoringFieldsMatchingRegexes(".*confusion", ".*support", ".*predicted", ".*rows")
        .withComparatorForType(ErrorsTest::compare, Double.class)
        .isEqualTo(repeated.result());
    assertThat(weightedNumbers.result())
        .usingRecursiveComparison()
        .ignoringFields("residuals", "rmseStandardError") // a row of weight 2 is one row
        .withComparatorForType(ErrorsTest::compare, Double.class)
        .isEqualTo(repeatedNumbers.result());
  }

  private static int compare(double a, double b) {
    return Math.abs(a - b) < 1e-12 ? 0 : Double.compare(a, b);
  }

  @Test
  void countsWhatLiesWithinIntervals() {
    Regression result =
        add(
                new NumberErrors(2, margins(1, 10)),
                2,
                new double[] {0, 0, 0, 0},
                new double[] {1, 11, 2, 10})
            .result();
    assertThat(result.coverage()).containsExactly(0.5, 0.5);
    assertThat(result.intervalWidth()).containsExactly(2.0, 20.0);
  }

  @Test
  void showsResidualsByPrediction() {
    double[] predictions = new double[50];
    double[] truths = new double[50];
    for (int i = 0; i < 50; i++) {
      predictions[i] = (7 * i) % 50; // 0 to 49 in another order
      truths[i] = predictions[i] + predictions[i] % 5; // residuals 0 to 4 in each tenth
    }
    List<Regression.Band> bands =
        add(new NumberErrors(1, Margins.NONE), 1, predictions, truths).result().residuals();
    assertThat(bands).hasSize(10);
    assertThat(new ArrayList<>(bands).get(3))
        .isEqualTo(new Regression.Band(5, 15, 19, 0.2, 1, 2, 3, 3.8));
    assertThat(
            add(new NumberErrors(1, Margins.NONE), 1, new double[] {1, 2}, new double[] {1, 4})
                .result()
                .residuals())
        .extracting(Regression.Band::median)
        .containsExactly(0.0, 2.0);
  }

  @Test
  void measuresNumbersFarFromTheOrigin() {
    double far = 1e9;
    Regression result =
        add(
                new NumberErrors(1, Margins.NONE),
                1,
                new double[] {far + 1, far + 3, far + 2},
                new double[] {far, far + 2, far + 4})
            .result();
    assertThat(result.rmse()).isCloseTo(Math.sqrt(2), within(1e-12));
    assertThat(result.rmseStandardError()) // of the squares 1, 1 and 4
        .isCloseTo(Math.sqrt(6) / 3 / (2 * Math.sqrt(2)), within(1e-12));
    assertThat(result.mae()).isCloseTo(4 / 3.0, within(1e-12));
    assertThat(result.r2()).isCloseTo(1 - 6.0 / 8, within(1e-12));
  }

  @Test
  void hasNoStandardErrorWhereFourthPowersOverflow() {
    Regression result =
        add(new NumberErrors(1, Margins.NONE), 1, new double[] {1e100, 0}, new double[] {0, 1e99})
            .result();
    assertThat(result.rmse()).isFinite();
    assertThat(result.rmseStandardError()).isNull();
  }

  @Test
  void hasNoR2OfAConstant() {
    assertThat(
            add(new NumberErrors(1, Margins.NONE), 1, new double[] {1, 2}, new double[] {5, 5})
                .result()
                .r2())
        .isNull();
  }

  @Test
  void intervalsOfExponentialsReachFurtherUpThanDown() {
    Margins margins = new Margins(new double[] {Math.log(2)}, TargetTransform.LOG);
    assertThat(margins.lower(6, 0)).isCloseTo(3, within(1e-14));
    assertThat(margins.upper(6, 0)).isCloseTo(12, within(1e-14));
    NumberErrors errors = new NumberErrors(1, margins);
    double[] predictions = {6, 6, 6, 6};
    double[] truths = {3.01, 11.9, 12.1, 0};
    for (int i = 0; i < truths.length; i++) {
      errors.add(predictions, truths, i, 1);
    }
    Regression result = errors.result();
    assertThat(result.coverage()).containsExactly(0.5);
    assertThat(Objects.requireNonNull(result.intervalWidth()).get(0)).isCloseTo(9, within(1e-14));
  }

  private static Margins margins(double... r) {
    return new Margins(r, TargetTransform.NONE);
  }
}
