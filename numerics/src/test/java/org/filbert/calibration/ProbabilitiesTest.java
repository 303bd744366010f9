package org.filbert.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.filbert.loss.LogisticLoss;
import org.filbert.loss.SoftmaxLoss;
import org.junit.jupiter.api.Test;

/** Fits against minimisation by brute force, and against closed forms. */
class ProbabilitiesTest {

  /** The minimum of a convex function, by ternary search. */
  private static double minimum(DoubleUnaryOperator f, double low, double high) {
    double from = low;
    double to = high;
    for (int i = 0; i < 200; i++) {
      double a = from + (to - from) / 3;
      double b = to - (to - from) / 3;
      if (f.applyAsDouble(a) < f.applyAsDouble(b)) {
        to = b;
      } else {
        from = a;
      }
    }
    return (from + to) / 2;
  }

  /** -Σ t log p + (1 - t) log(1 - p) with Platt's targets, as it is written. */
  private static double plattLoss(double[] f, int[] labels, double a, double b) {
    double positive = Arrays.stream(labels).sum();
    double negative = labels.length - positive;
    double sum = 0;
    for (int i = 0; i < f.length; i++) {
      double t = labels[i] == 1 ? (positive + 1) / (positive + 2) : 1 / (negative + 2);
      double z = a * f[i] + b;
      sum += t * Math.log(1 + Math.exp(z)) + (1 - t) * (Math.log(1 + Math.exp(z)) - z);
    }
    return sum;
  }

  /** A weight that is a whole number is as many rows. */
  @Test
  void weightsRepeatRows() {
    double[] f = {-2, 0.5, 1, -0.3, 0.2, 1.5, 0.1, 0.9, -1};
    double[] weights = {1, 3, 2, 1, 2, 1, 1, 4, 2};
    int[] labels = {0, 1, 1, 0, 1, 0, 0, 1, 0};
    Sigmoid expected =
        Sigmoid.fit(repeated(f, 1, weights), ints(repeated(doubles(labels), 1, weights)));
    Sigmoid found = Sigmoid.fit(f, labels, weights);
    assertThat(found.a()).isCloseTo(expected.a(), within(1e-9));
    assertThat(found.b()).isCloseTo(expected.b(), within(1e-9));
    int[] classes = {0, 1, 2};
    double[] three = {2, 1, 3};
    double s =
        Softmax.fit(repeated(f, 3, three), 3, ints(repeated(doubles(classes), 1, three))).s();
    assertThat(Softmax.fit(f, 3, classes, three).s()).isCloseTo(s, within(1e-9 * s));
  }

  private static double[] repeated(double[] rows, int k, double[] weights) {
    return IntStream.range(0, weights.length)
        .mapToObj(
            i -> Collections.nCopies((int) weights[i], Arrays.copyOfRange(rows, i * k, i * k + k)))
        .flatMap(List::stream)
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }

  private static double[] doubles(int[] values) {
    return Arrays.stream(values).asDoubleStream().toArray();
  }

  private static int[] ints(double[] values) {
    return Arrays.stream(values).mapToInt(value -> (int) value).toArray();
  }

  @Test
  void theSigmoidIsTheMinimumByBruteForce() {
    Random random = new Random(3);
    for (double spread : new double[] {0.3, 1, 3}) {
      int[] labels = IntStream.range(0, 150).map(i -> random.nextInt(3) == 0 ? 1 : 0).toArray();
      double[] f =
          Arrays.stream(labels)
              .mapToDouble(label -> 2 * label - 1.3 + spread * random.nextGaussian())
              .toArray();
      DoubleUnaryOperator bestOverB =
          a -> plattLoss(f, labels, a, minimum(b -> plattLoss(f, labels, a, b), -30, 30));
      double a = minimum(bestOverB, -30, 5);
      double b = minimum(offset -> plattLoss(f, labels, a, offset), -30, 30);
      Sigmoid fitted = Sigmoid.fit(f, labels);
      assertThat(fitted.a()).isCloseTo(a, within(1e-5 * Math.abs(a)));
      assertThat(fitted.b()).isCloseTo(b, within(1e-5 * Math.max(1, Math.abs(b))));
    }
  }

  @Test
  void twoScoresHaveAClosedForm() {
    // At 1 three of four are of the second class, at -1 one of four: t is 5/6 or 1/6, and its
    // means (3·5/6 + 1/6) / 4 = 2/3 and 1/3 are what the sigmoid takes: a = -log 2, b = 0.
    double[] f = {1, 1, 1, 1, -1, -1, -1, -1};
    int[] labels = {1, 1, 1, 0, 1, 0, 0, 0};
    for (double unit : new double[] {1, 1e-200, 1e150}) {
      Sigmoid fitted = Sigmoid.fit(Arrays.stream(f).map(s -> s * unit).toArray(), labels);
      assertThat(fitted.a() * unit).isCloseTo(-Math.log(2), within(1e-8));
      assertThat(fitted.b()).isCloseTo(0, within(1e-8));
      assertThat(fitted.of(new double[] {unit})[1]).isCloseTo(2.0 / 3, within(1e-8));
      assertThat(fitted.of(new double[] {unit})[0]).isCloseTo(1.0 / 3, within(1e-8));
    }
  }

  @Test
  void separatedClassesAndASingleOneAreFinite() {
    Sigmoid separated = Sigmoid.fit(new double[] {-2, -1, 1, 2}, new int[] {0, 0, 1, 1});
    assertThat(separated.of(new double[] {1})[1]).isBetween(0.6, 0.95);
    Sigmoid one = Sigmoid.fit(new double[] {0.5, 0.7, 0.2}, new int[] {1, 1, 1});
    assertThat(one.of(new double[] {0.4})[1]).isCloseTo(0.8, within(1e-6));
    Sigmoid constant = Sigmoid.fit(new double[] {0, 0, 0}, new int[] {1, 0, 0});
    assertThat(constant.of(new double[] {0})[1]).isBetween(0.3, 0.5);
  }

  private static double softmaxLoss(double[] f, int k, int[] labels, double s) {
    double epsilon = 1.0 / (labels.length + 2);
    double sum = 0;
    for (int i = 0; i < labels.length; i++) {
      double total = 0;
      for (int j = 0; j < k; j++) {
        total += Math.exp(s * f[i * k + j]);
      }
      for (int j = 0; j < k; j++) {
        double t = j == labels[i] ? 1 - epsilon : epsilon / (k - 1);
        sum -= t * (s * f[i * k + j] - Math.log(total));
      }
    }
    return sum;
  }

  @Test
  void theTemperatureIsTheMinimumByBruteForce() {
    Random random = new Random(5);
    int k = 4;
    for (double noise : new double[] {0.2, 0.7, 2}) {
      int[] labels = random.ints(120, 0, k).toArray();
      double[] f = new double[labels.length * k];
      for (int i = 0; i < f.length; i++) {
        f[i] = (labels[i / k] == i % k ? 1 : -1) + noise * random.nextGaussian();
      }
      double s = minimum(at -> softmaxLoss(f, k, labels, at), 0, 30);
      assertThat(Softmax.fit(f, k, labels).s()).isCloseTo(s, within(1e-5 * s));
    }
  }

  @Test
  void oneOfThreeAboveTheOthersHasAClosedForm() {
    // The top class is right in 8 of 10 rows and ε = 1/12: p of the top is the mean of its t.
    double[] f = new double[30];
    int[] labels = new int[10];
    for (int i = 0; i < 10; i++) {
      f[3 * i] = 0.01;
      labels[i] = i < 8 ? 0 : 1;
    }
    double p = (8 * 11.0 / 12 + 2 / 24.0) / 10;
    Softmax fitted = Softmax.fit(f, 3, labels);
    assertThat(fitted.of(f, 0, 3)[0]).isCloseTo(p, within(1e-9));
    assertThat(fitted.s()).isCloseTo(100 * Math.log(2 * p / (1 - p)), within(1e-6));
  }

  @Test
  void scoresWorseThanChanceAreOfNoUse() {
    double[] f = {1, 0, 0, 1, 0, 0};
    assertThat(Softmax.fit(f, 3, new int[] {1, 2}).s()).isZero();
    assertThat(new Softmax(0).of(f, 0, 3)).containsExactly(1 / 3.0, 1 / 3.0, 1 / 3.0);
    assertThat(Softmax.fit(new double[6], 3, new int[] {1, 2})).isEqualTo(Softmax.ONE);
  }

  @Test
  void allRightHasAFiniteTemperature() {
    double[] f = {1, -1, -1, -1, 1, -1, -1, -1, 1};
    double[] p = Softmax.fit(f, 3, new int[] {0, 1, 2}).of(f, 0, 3);
    assertThat(p[0]).isCloseTo(0.8, within(1e-9)); // 1 - 1/5
  }

  @Test
  void extremeScoresHaveProbabilities() {
    assertThat(Sigmoid.LOGISTIC.of(new double[] {1e300})).containsExactly(0, 1);
    assertThat(Sigmoid.LOGISTIC.of(new double[] {-1e300})).containsExactly(1, 0);
    assertThat(new Softmax(1).of(new double[] {-1e300, 1e300, 0})).containsExactly(0, 1, 0);
    assertThat(new NormalisedSigmoids().of(new double[] {-2000, -2000})).containsExactly(0.5, 0.5);
    assertThat(new NormalisedSigmoids().of(new double[] {0, Math.log(3)}))
        .containsExactly(new double[] {0.4, 0.6}, within(1e-15));
  }

  @Test
  void lossesThatAreLikelihoodsMeanProbabilities() {
    assertThat(new LogisticLoss().probabilities(1)).contains(Sigmoid.LOGISTIC);
    assertThat(new LogisticLoss().probabilities(3)).contains(new NormalisedSigmoids());
    assertThat(new SoftmaxLoss().probabilities(3)).contains(Softmax.ONE);
    // two classes with scores f and -f, of which a model keeps f
    double f = 0.7;
    double[] both = Softmax.ONE.of(new double[] {-f, f});
    assertThat(new SoftmaxLoss().probabilities(1).orElseThrow().of(new double[] {f}))
        .containsExactly(both, within(1e-15));
  }
}
