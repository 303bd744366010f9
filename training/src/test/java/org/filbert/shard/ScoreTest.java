package org.filbert.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.filbert.data.DenseRows;
import org.filbert.data.Outputs;
import org.filbert.data.Role;
import org.filbert.data.Sample;
import org.filbert.data.TargetTransform;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.junit.jupiter.api.Test;

class ScoreTest {
  private static final Outputs THREE = new Outputs.Classes(List.of("a", "b", "c"));
  private static final Outputs NUMBERS = new Outputs.Targets(new double[] {7, 9});

  @Test
  void countsMisclassifiedRowsWithTheFirstWinningATie() {
    double[] y = {1, -1, -1, -1, 1, -1, -1, -1, 1};
    double[] scores = {0.2, 0.2, 0.1, 0.2, 0.2, 0.1, -5, -4, -3};
    Score score = Score.of(sample(3, y, 0, 1, 2), matrix(3, scores), THREE);
    assertThat(score).isEqualTo(new Score(3, 0, 1, 0));
    assertThat(score.error(1)).isCloseTo(1.0 / 3, within(1e-15));
  }

  @Test
  void twoClassesAreToldApartByTheSignOfOneColumn() {
    Score score =
        Score.of(
            sample(1, new double[] {-1, 1, 1, -1}, 0, 1, 1, 0), matrix(1, -2, 0.1, 0, 0), THREE);
    assertThat(score.wrong()).isEqualTo(1); // 0 is not above 0: the first class
  }

  @Test
  void regressionHasTheRootMeanSquaredError() {
    Score score = Score.of(sample(2, new double[] {1, 2, 3, 4}), matrix(2, 1, 4, 3, 1), NUMBERS);
    assertThat(score.error(1)).isCloseTo(Math.sqrt((4 + 9) / 4.0), within(1e-15));
  }

  @Test
  void aColumnCountsByItsShareOfTheUnit() {
    Score score =
        Score.of(
            sample(2, new double[] {1, 2, 3, 4}),
            matrix(2, 1, 4, 3, 1),
            new Outputs.Targets(new double[2], new double[] {10, 5}));
    assertThat(score.error(1e300)).isCloseTo(1e300 * Math.sqrt((1 + 2.25) / 4), within(1e288));
  }

  @Test
  void logarithmsHaveTheErrorOfTheirExponentials() {
    Outputs outputs = new Outputs.Targets(new double[] {3}, new double[] {2}, TargetTransform.LOG);
    Score score =
        Score.of(
            sample(1, new double[] {0, 1}), matrix(1, 0.5, 1.25), outputs, new double[] {1, 3});
    double first = Math.exp(4) - Math.exp(3);
    double second = Math.exp(5.5) - Math.exp(5);
    assertThat(score.error(outputs.unit()))
        .isCloseTo(Math.sqrt((first * first + 3 * second * second) / 4), within(1e-12));
  }

  @Test
  void rowsWithoutDataHaveNoErrorAndChangeNone() {
    Score none = Score.of(sample(3, new double[0]), matrix(3), THREE);
    assertThat(none.error(1)).isNull();
    assertThat(none.merge(none).error(1)).isNull();
    Score classes = new Score(4, 0, 1, 0);
    assertThat(classes.merge(none).error(1)).isEqualTo(0.25);
    assertThat(none.merge(classes).error(1)).isEqualTo(0.25);
    Score targets = new Score(2, 2, 0, 36);
    assertThat(targets.merge(none).error(1)).isEqualTo(3);
    assertThat(none.merge(targets).error(1)).isEqualTo(3);
  }

  @Test
  void weightsCountRowsSeveralTimes() {
    Sample classes = sample(1, new double[] {-1, 1, 1, -1}, 0, 1, 1, 0);
    Matrix scores = matrix(1, -2, 0.1, 0, 1);
    Score weighted = Score.of(classes, scores, THREE, new double[] {4, 2, 1, 3});
    assertThat(weighted.error(1)).isEqualTo(0.4);
    assertThat(weighted.wrong()).isEqualTo(2);
    Score none = Score.of(sample(1, new double[0]), matrix(1), THREE, new double[0]);
    assertThat(none.merge(weighted).error(1)).isEqualTo(0.4);
    assertThat(weighted.merge(weighted).error(1)).isEqualTo(0.4);
    Score targets =
        Score.of(
            sample(2, new double[] {1, 2, 3, 4}),
            matrix(2, 1, 4, 3, 1),
            NUMBERS,
            new double[] {1, 3});
    assertThat(targets.error(1)).isCloseTo(Math.sqrt((4 + 3 * 9) / 8.0), within(1e-15));
  }

  private static Sample sample(int k, double[] y, int... labels) {
    int rows = y.length / k;
    DenseRows x = new DenseRows(Matrix.zeros(Precision.DOUBLE, rows, 1));
    return new Sample(Role.TEST, x, matrix(k, y), labels, new long[rows]);
  }

  private static Matrix matrix(int k, double... elements) {
    return Matrix.of(Precision.DOUBLE, elements.length / k, k, elements);
  }
}
