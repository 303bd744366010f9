package org.filbert.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.data.DenseRows;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Outputs;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.kernel.Exponential;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.PoweredExponential;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.train.TrainingSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShapleyValuesTest {
  private static final int CENTRES = 9;
  private static final TrainedModel TRAINED =
      TrainingSpec.of(new Exponential(1)).train(new double[][] {{0, 1}, {1, 0}}, "a", "b");
  private static final Outputs.Targets NUMBERS =
      new Outputs.Targets(new double[] {5, -2}, new double[] {3, 0.5});

  static Stream<Kernel> kernels() {
    return Stream.of(new Gaussian(1.3), new Laplacian(2), new PoweredExponential(1.4, 1.4, 0.9));
  }

  private static Matrix random(int rows, int cols, long seed) {
    return Matrix.of(
        Precision.DOUBLE,
        rows,
        cols,
        new Random(seed).doubles((long) rows * cols, -1, 1).toArray());
  }

  private static KernelExpansion expansion(Kernel kernel, int features) {
    return new KernelExpansion(
        kernel, new DenseRows(random(CENTRES, features, 1)), random(CENTRES, 2, 2));
  }

  /** v(S) of one output in the units of the targets, without its mean. */
  private static double worth(
      KernelExpansion model, int[] inputs, double[] x, int output, int subset) {
    double sum = 0;
    for (int i = 0; i < CENTRES; i++) {
      double[] z = model.centres().row(i);
      double statistic = 0;
      for (int j = 0; j < x.length; j++) {
        if ((subset >> inputs[j] & 1) == 1) {
          statistic += Math.pow(Math.abs(x[j] - z[j]), model.kernel().power());
        }
      }
      sum += model.alpha().get(i, output) * model.kernel().of(statistic);
    }
    return NUMBERS.scales()[output] * sum;
  }

  private static double factorial(int n) {
    return IntStream.rangeClosed(2, n).asDoubleStream().reduce(1, (a, b) -> a * b);
  }

  private static double bySubsets(
      KernelExpansion model, int[] inputs, double[] x, int output, int input, int d) {
    double sum = 0;
    for (int subset = 0; subset < 1 << d; subset++) {
      if ((subset >> input & 1) == 0) {
        int size = Integer.bitCount(subset);
        sum +=
            factorial(size)
                * factorial(d - size - 1)
                / factorial(d)
                * (worth(model, inputs, x, output, subset | 1 << input)
                    - worth(model, inputs, x, output, subset));
      }
    }
    return sum;
  }

  private static void assertExplains(Kernel kernel, int[] inputs, int d) {
    KernelExpansion model = expansion(kernel, inputs.length);
    List<String> names = IntStream.range(0, d).mapToObj(Integer::toString).toList();
    ShapleyValues values =
        new ShapleyValues(TRAINED.preprocessing(), model, NUMBERS, inputs, names);
    DenseRows rows = new DenseRows(random(3, inputs.length, 3));
    for (int row = 0; row < 3; row++) {
      for (int output = 0; output < 2; output++) {
        double[] explained = values.of(rows, row, output);
        for (int input = 0; input < d; input++) {
          assertThat(explained[input + 1])
              .isCloseTo(bySubsets(model, inputs, rows.row(row), output, input, d), within(1e-12));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void valuesAreThoseOfAllSubsets(Kernel kernel) {
    for (int d = 1; d <= 8; d++) {
      assertExplains(kernel, IntStream.range(0, d).toArray(), d);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void featuresOfOneColumnAreOneInput(Kernel kernel) {
    assertExplains(kernel, new int[] {0, 1, 1, 1, 2, 3, 3}, 4);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void theyAddUpToThePrediction(Kernel kernel) {
    int d = 60;
    KernelExpansion model = expansion(kernel, d);
    ShapleyValues values =
        new ShapleyValues(
            TRAINED.preprocessing(),
            model,
            NUMBERS,
            IntStream.range(0, d).toArray(),
            IntStream.range(0, d).mapToObj(Integer::toString).toList());
    DenseRows rows = new DenseRows(random(4, d, 5));
    double[] scores = model.scores(rows, Backends.choose("java", "plain")).toArray();
    NUMBERS.toValues(scores);
    for (int row = 0; row < 4; row++) {
      for (int output = 0; output < 2; output++) {
        assertThat(Arrays.stream(values.of(rows, row, output)).sum())
            .isCloseTo(scores[2 * row + output], within(1e-10));
      }
    }
  }

  private static double[][] rows(int count, int features) {
    Random random = new Random(9);
    return IntStream.range(0, count)
        .mapToObj(i -> random.doubles(features, -1, 3).toArray())
        .toArray(double[][]::new);
  }

  private static TrainedModel train(Kernel kernel, double[][] x, double[] y) {
    return TrainingSpec.of(kernel)
        .train(
            IntStream.range(0, x.length)
                .<Instance>mapToObj(
                    i ->
                        new Instance.Example(
                            Role.TRAIN,
                            i,
                            new Features.Dense(x[i]),
                            new Target.Values(new double[] {y[i]})))
                .toList());
  }

  /** Against the same game over all subsets: absent inputs have their means. */
  @Test
  void otherKernelsAreSampled() {
    double[][] x = rows(60, 5);
    double[] y = Arrays.stream(x).mapToDouble(r -> r[0] * r[1] + Math.sin(r[2]) + r[3]).toArray();
    TrainedModel model = train(new Exponential(3), x, y);
    Backend backend = Backends.choose("java", "plain");
    Explanation explanation = Explanation.of(model, backend);
    assertThat(explanation.sampled()).isTrue();
    assertThat(explanation.names()).containsExactly("1", "2", "3", "4", "5");
    for (int row = 0; row < 5; row++) {
      double[] explained = explanation.of(new Features.Dense(x[row]), 0);
      double error = explained[6];
      assertThat(Arrays.stream(explained, 0, 6).sum())
          .isCloseTo(worth(model, x, row, 31), within(1e-5));
      assertThat(explained[0]).isCloseTo(worth(model, x, row, 0), within(1e-5));
      for (int input = 0; input < 5; input++) {
        double sum = 0;
        for (int subset = 0; subset < 32; subset++) {
          if ((subset >> input & 1) == 0) {
            int size = Integer.bitCount(subset);
            sum +=
                factorial(size)
                    * factorial(4 - size)
                    / factorial(5)
                    * (worth(model, x, row, subset | 1 << input) - worth(model, x, row, subset));
          }
        }
        assertThat(explained[1 + input]).isCloseTo(sum, within(5 * error + 1e-5));
      }
      assertThat(error).isLessThan(0.2);
    }
  }

  private static double worth(TrainedModel model, double[][] x, int row, int subset) {
    double[] masked =
        IntStream.range(0, x[row].length)
            .mapToDouble(
                j ->
                    (subset >> j & 1) == 1
                        ? x[row][j]
                        : Arrays.stream(x).mapToDouble(each -> each[j]).average().orElseThrow())
            .toArray();
    return model
        .scores(List.of(new Features.Dense(masked)), Backends.choose("java", "plain"))
        .get(0, 0);
  }

  @Test
  void aProductIsExplainedExactly() {
    double[][] x = rows(20, 3);
    double[] y = Arrays.stream(x).mapToDouble(r -> r[0]).toArray();
    TrainedModel model = train(new Gaussian(2), x, y);
    Explanation explanation = Explanation.of(model, Backends.choose("java", "plain"));
    assertThat(explanation.sampled()).isFalse();
    assertThat(explanation.of(new Features.Dense(x[0]), 0)).hasSize(4);
  }
}
