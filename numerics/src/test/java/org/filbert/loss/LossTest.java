package org.filbert.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every loss must do. */
class LossTest {
  private static final int COLUMNS = 4;
  private static final int SAMPLES = 500;

  static Stream<Loss> losses() {
    return Stream.of(
        new SquareLoss(),
        new LogisticLoss(),
        new SoftmaxLoss(),
        new HingeLoss(),
        new SquaredHingeLoss());
  }

  @ParameterizedTest
  @MethodSource("losses")
  void gradientIsTheDerivativeOfTheValue(Loss loss) {
    Random random = new Random(1);
    double step = 1e-5;
    for (int s = 0; s < SAMPLES; s++) {
      double[] scores = scores(random);
      double[] targets = targets(random);
      double[] gradient = loss.gradient(scores, targets);
      for (int j = 0; j < COLUMNS; j++) {
        if (loss instanceof HingeLoss && Math.abs(1 - targets[j] * scores[j]) < step) {
          continue; // a kink has no derivative
        }
        double up = loss.value(moved(scores, j, step), targets);
        double down = loss.value(moved(scores, j, -step), targets);
        assertThat((up - down) / (2 * step)).isCloseTo(gradient[j], within(1e-4));
      }
    }
  }

  static Stream<SmoothLoss> smoothLosses() {
    return Stream.of(new SquareLoss(), new LogisticLoss(), new SquaredHingeLoss());
  }

  @ParameterizedTest
  @MethodSource("smoothLosses")
  void curvatureIsTheDerivativeOfTheSlopeAndBounded(SmoothLoss loss) {
    Random random = new Random(5);
    double step = 1e-5;
    for (int s = 0; s < SAMPLES; s++) {
      double target = random.nextBoolean() ? 1 : -1;
      double score = 3 * random.nextGaussian();
      if (loss instanceof SquaredHingeLoss && Math.abs(1 - target * score) < 2 * step) {
        continue; // a jump has no derivative
      }
      double difference = loss.slope(score + step, target) - loss.slope(score - step, target);
      assertThat(loss.curvature(score, target))
          .isCloseTo(difference / (2 * step), within(1e-6))
          .isBetween(0.0, loss.curvatureBound());
    }
  }

  @ParameterizedTest
  @MethodSource("losses")
  void isConvexAndLiesAboveItsTangents(Loss loss) {
    Random random = new Random(2);
    for (int s = 0; s < SAMPLES; s++) {
      double[] targets = targets(random);
      double[] a = scores(random);
      double[] b = scores(random);
      double t = random.nextDouble();
      double[] between = new double[COLUMNS];
      Arrays.setAll(between, j -> t * a[j] + (1 - t) * b[j]);
      double chord = t * loss.value(a, targets) + (1 - t) * loss.value(b, targets);
      assertThat(loss.value(between, targets)).isLessThanOrEqualTo(chord + 1e-12);

      double[] gradient = loss.gradient(a, targets);
      double tangent = loss.value(a, targets);
      for (int j = 0; j < COLUMNS; j++) {
        tangent += gradient[j] * (b[j] - a[j]);
      }
      assertThat(loss.value(b, targets)).isGreaterThanOrEqualTo(tangent - 1e-12);
    }
  }

  @ParameterizedTest
  @MethodSource("losses")
  void isFiniteAndNotNegativeAtExtremeScores(Loss loss) {
    for (double size : new double[] {1e4, 1e15, 1e150}) {
      for (double[] scores : new double[][] {{size, -size}, {-size, size}, {size, size}, {0, 0}}) {
        double[] targets = {1, -1};
        assertThat(loss.value(scores, targets)).isFinite().isGreaterThanOrEqualTo(0);
        assertThat(loss.gradient(scores, targets)).doesNotContain(Double.NaN);
        assertThat(norm(loss.gradient(scores, targets))).isFinite();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("losses")
  void gradientsStayWithinTheBoundAndReachIt(Loss loss) {
    Random random = new Random(3);
    double largest = 0;
    for (int s = 0; s < SAMPLES; s++) {
      double[] targets = targets(random);
      double[] scores = scores(random);
      // In every other sample all columns are wrong by far.
      if (s % 2 == 0) {
        Arrays.setAll(scores, j -> -100 * targets[j] + (j == 0 ? 10 : 0));
      }
      largest = Math.max(largest, norm(loss.gradient(scores, targets)));
    }
    double bound = loss.gradientBound(COLUMNS);
    assertThat(largest).isLessThanOrEqualTo(bound + 1e-12);
    if (Double.isFinite(bound)) {
      assertThat(largest).isGreaterThan(0.99 * bound);
    } else {
      assertThat(largest).isGreaterThan(100);
    }
  }

  @Test
  void valuesByHand() {
    assertThat(new SquareLoss().value(new double[] {3, 0}, new double[] {1, 1})).isEqualTo(2.5);
    assertThat(new HingeLoss().value(new double[] {0.25, -3}, new double[] {1, -1}))
        .isEqualTo(0.75);
    assertThat(new SquaredHingeLoss().value(new double[] {-1}, new double[] {1})).isEqualTo(4);
    assertThat(new LogisticLoss().value(new double[] {0}, new double[] {1}))
        .isCloseTo(Math.log(2), within(1e-15));
    assertThat(new SoftmaxLoss().value(new double[] {1, 1, 1}, new double[] {-1, 1, -1}))
        .isCloseTo(Math.log(3), within(1e-15));
  }

  @Test
  void farOnTheRightSideTheLogisticLossKeepsItsDigits() {
    assertThat(new LogisticLoss().value(new double[] {50}, new double[] {1}))
        .isCloseTo(Math.exp(-50), within(1e-36));
    assertThat(new LogisticLoss().value(new double[] {-1e4}, new double[] {1})).isEqualTo(1e4);
    assertThat(new LogisticLoss().gradient(new double[] {-1e4}, new double[] {1}))
        .containsExactly(-1);
  }

  @Test
  void softmaxOfTwoColumnsIsTheLogisticLossOfTheirDifference() {
    Random random = new Random(4);
    for (int s = 0; s < SAMPLES; s++) {
      double a = 10 * random.nextGaussian();
      double b = 10 * random.nextGaussian();
      double softmax = new SoftmaxLoss().value(new double[] {a, b}, new double[] {1, -1});
      double logistic = new LogisticLoss().value(new double[] {a - b}, new double[] {1});
      assertThat(softmax).isCloseTo(logistic, within(1e-12));
    }
  }

  @Test
  void softmaxRefusesASingleColumn() {
    assertThatThrownBy(() -> new SoftmaxLoss().value(new double[] {1}, new double[] {1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("softmax needs at least 2 columns, found 1");
  }

  private static double[] scores(Random random) {
    return random.doubles(COLUMNS, -3, 3).toArray();
  }

  private static double[] targets(Random random) {
    double[] targets = new double[COLUMNS];
    Arrays.fill(targets, -1);
    targets[random.nextInt(COLUMNS)] = 1;
    return targets;
  }

  private static double[] moved(double[] scores, int column, double step) {
    double[] moved = scores.clone();
    moved[column] += step;
    return moved;
  }

  private static double norm(double[] values) {
    return Math.sqrt(Arrays.stream(values).map(v -> v * v).sum());
  }
}
