package org.filbert.train.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.kernel.DifferentiableKernel;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Matern;
import org.filbert.kernel.MetricOptions;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MetricRefinementTest {
  private static final Backend BACKEND = Backends.best();
  private static final int N = 60;
  private static final List<int[]> GROUPS = List.of(new int[] {0}, new int[] {1, 2}, new int[] {3});

  /** A choice that refines. */
  static MetricOptions refining(int iterations, OptionalInt rows) {
    return new MetricOptions(
        MetricOptions.Learn.DIAGONAL,
        OptionalInt.of(iterations),
        rows,
        OptionalInt.empty(),
        Optional.empty(),
        Optional.of(true),
        Optional.empty());
  }

  static Stream<DifferentiableKernel> kernels() {
    return Stream.of(new Gaussian(1.7), new Matern(1.5, 2), new Matern(2.5, 2), new Laplacian(4));
  }

  private static double[][] rows(int n, int d, Random random) {
    return IntStream.range(0, n)
        .mapToObj(i -> random.doubles(d, -1.5, 1.5).toArray())
        .toArray(double[][]::new);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void itsGradientIsThatOfDifferences(DifferentiableKernel kernel) {
    Random random = new Random(5);
    double[][] x = rows(N, 4, random);
    double[] weights = random.doubles(N, 0.5, 2).toArray();
    try (Matrix y = Matrix.of(Precision.DOUBLE, N, 2, random.doubles(2L * N, -1, 1).toArray())) {
      LeftOutLoss loss = new LeftOutLoss(x, y, weights, GROUPS, kernel, BACKEND);
      double[] variables = {0.3, -0.8, 0.1, Math.log(0.05)};
      double[] gradient = loss.at(variables).gradient();
      for (int i = 0; i < variables.length; i++) {
        double[] more = variables.clone();
        double[] less = variables.clone();
        more[i] += 1e-5;
        less[i] -= 1e-5;
        double difference = (loss.at(more).value() - loss.at(less).value()) / 2e-5;
        assertThat(gradient[i]).as("variable " + i).isCloseTo(difference, within(1e-6));
      }
    }
  }

  /** The residual of each row by a solution of all others. */
  @Test
  void itsValueIsThatOfSolutionsWithoutTheRows() {
    Random random = new Random(7);
    double[][] x = rows(12, 4, random);
    double[] weights = random.doubles(12, 0.5, 2).toArray();
    double[] targets = random.doubles(12, -1, 1).toArray();
    Gaussian kernel = new Gaussian(1.5);
    double sum = 0;
    for (int out = 0; out < 12; out++) {
      int left = out;
      int[] others = IntStream.range(0, 12).filter(i -> i != left).toArray();
      try (Matrix k = Matrix.zeros(Precision.DOUBLE, 11, 11);
          Matrix alpha = Matrix.zeros(Precision.DOUBLE, 11, 1)) {
        for (int i = 0; i < 11; i++) {
          for (int j = 0; j < 11; j++) {
            double shift = i == j ? 0.1 / weights[others[i]] : 0;
            k.set(i, j, kernel.of(squared(x[others[i]], x[others[j]])) + shift);
          }
          alpha.set(i, 0, targets[others[i]]);
        }
        BACKEND.blas().cholesky(k);
        BACKEND.blas().solveCholesky(k, alpha);
        double residual = targets[out];
        for (int i = 0; i < 11; i++) {
          residual -= alpha.get(i, 0) * kernel.of(squared(x[others[i]], x[out]));
        }
        sum += weights[out] * residual * residual;
      }
    }
    try (Matrix y = Matrix.of(Precision.DOUBLE, 12, 1, targets)) {
      double value =
          new LeftOutLoss(x, y, weights, GROUPS, kernel, BACKEND)
              .at(new double[] {0, 0, 0, Math.log(0.1)})
              .value();
      assertThat(value).isCloseTo(Math.log(sum / Arrays.stream(weights).sum()), within(1e-9));
    }
  }

  private static double squared(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> (a[i] - b[i]) * (a[i] - b[i])).sum();
  }

  @Test
  void inputsWithoutUseGoAndTheErrorFalls() {
    Random random = new Random(3);
    int n = 300;
    double[][] x = rows(n, 8, random);
    double[] targets =
        Arrays.stream(x)
            .mapToDouble(r -> Math.sin(3 * r[0]) + r[1] * r[2] + 0.1 * random.nextGaussian())
            .toArray();
    double[] weights = new double[n];
    Arrays.fill(weights, 1);
    List<int[]> groups = IntStream.range(0, 8).mapToObj(f -> new int[] {f}).toList();
    try (Matrix y = Matrix.of(Precision.DOUBLE, n, 1, targets)) {
      LeftOutLoss loss = new LeftOutLoss(x, y, weights, groups, new Matern(2.5, 3), BACKEND);
      double[] least = new double[9];
      Arrays.fill(least, Math.log(1e-9));
      double[] start = new double[9];
      start[8] = Math.log(0.01);
      Descent.Point end = new Descent(loss, least).from(start, 60);
      assertThat(Math.sqrt(Math.exp(loss.at(start).value()))).isGreaterThan(0.4);
      assertThat(Math.sqrt(Math.exp(end.value()))).isLessThan(0.13);
      double[] root = loss.root(end.variables());
      for (int f = 3; f < 8; f++) {
        assertThat(root[f]).as("input " + f).isLessThan(0.2 * root[1]);
      }
    }
  }

  @Test
  void descentStopsAtTheBounds() {
    Descent.Function bowl =
        v ->
            new Descent.Point(
                v,
                (v[0] - 3) * (v[0] - 3) + 50 * (v[1] + 2) * (v[1] + 2) + v[0] * v[1],
                new double[] {2 * (v[0] - 3) + v[1], 100 * (v[1] + 2) + v[0]});
    Descent.Point end = new Descent(bowl, new double[] {-10, -1}).from(new double[] {8, 5}, 100);
    assertThat(end.variables()[1]).isEqualTo(-1);
    assertThat(end.variables()[0]).isCloseTo(3.5, within(0.05));
  }
}
