package org.filbert.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.Stream;
import org.filbert.data.DenseRows;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KernelGradientsTest {
  private static final Backend JAVA = Backends.choose("java", "plain");
  private static final int FEATURES = 4;
  private static final int OUTPUTS = 2;

  static Stream<DifferentiableKernel> kernels() {
    return Samples.kernels().map(DifferentiableKernel.class::cast);
  }

  private static double[][] values(int count, long seed, Precision precision) {
    Random random = new Random(seed);
    double[][] rows = new double[count][FEATURES];
    for (double[] row : rows) {
      for (int f = 0; f < FEATURES; f++) {
        row[f] = precision.round(2 * random.nextDouble() - 1);
      }
    }
    return rows;
  }

  private static double[][] weights(int count) {
    Random random = new Random(3);
    double[][] alpha = new double[count][];
    for (int j = 0; j < count; j++) {
      alpha[j] = random.doubles(OUTPUTS, -1, 1).toArray();
    }
    return alpha;
  }

  private static double f(Kernel kernel, double[] z, double[][] x, double[][] alpha, int output) {
    double sum = 0;
    for (int j = 0; j < x.length; j++) {
      sum += alpha[j][output] * Samples.value(kernel, z, x[j]);
    }
    return sum;
  }

  private static Matrix gradients(
      DifferentiableKernel kernel,
      Precision precision,
      double[][] z,
      double[][] x,
      double[][] alpha) {
    Matrix out = Matrix.zeros(Precision.DOUBLE, z.length, OUTPUTS * FEATURES);
    try (KernelGradients gradients = new KernelGradients(kernel, precision, JAVA)) {
      gradients.add(
          Samples.dense(precision, FEATURES, z),
          Samples.dense(precision, FEATURES, x),
          Samples.dense(Precision.DOUBLE, OUTPUTS, alpha).matrix(),
          out);
    }
    return out;
  }

  /** Richardson's extrapolation of central differences: an error of h⁴. */
  private static double difference(
      Kernel kernel, double[] z, double[][] x, double[][] alpha, int output, int input) {
    double h = 2e-4;
    double[] d = new double[2];
    for (int i = 0; i < 2; i++) {
      double step = h / (i + 1);
      double[] up = z.clone();
      double[] down = z.clone();
      up[input] += step;
      down[input] -= step;
      d[i] =
          (f(kernel, up, x, alpha, output) - f(kernel, down, x, alpha, output))
              / (up[input] - down[input]);
    }
    return (4 * d[1] - d[0]) / 3;
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void gradientsAreThoseOfFiniteDifferences(DifferentiableKernel kernel) {
    double[][] z = values(7, 1, Precision.DOUBLE);
    double[][] x = values(600, 2, Precision.DOUBLE);
    double[][] alpha = weights(600);
    for (int j = 0; j < x.length; j++) {
      for (int i = 0; i < z.length; i++) {
        for (int f = 0; f < FEATURES; f++) {
          if (Math.abs(x[j][f] - z[i][f]) < 0.02) {
            x[j][f] = z[i][f] + 0.05; // away from kinks
          }
        }
      }
    }
    Matrix out = gradients(kernel, Precision.DOUBLE, z, x, alpha);
    for (int i = 0; i < z.length; i++) {
      for (int c = 0; c < OUTPUTS; c++) {
        for (int f = 0; f < FEATURES; f++) {
          double expected = difference(kernel, z[i], x, alpha, c, f);
          assertThat(out.get(i, c * FEATURES + f))
              .isCloseTo(expected, within(1e-8 * (1 + Math.abs(expected))));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void singlePrecisionAgreesWithDouble(DifferentiableKernel kernel) {
    double[][] z = values(7, 1, Precision.SINGLE);
    double[][] x = values(600, 2, Precision.SINGLE);
    x[3] = z[2].clone();
    Matrix exact = gradients(kernel, Precision.DOUBLE, z, x, weights(600));
    Matrix single = gradients(kernel, Precision.SINGLE, z, x, weights(600));
    double largest = exact.largest();
    for (int i = 0; i < z.length; i++) {
      for (int c = 0; c < OUTPUTS * FEATURES; c++) {
        assertThat(single.get(i, c)).isCloseTo(exact.get(i, c), within(1e-4 * largest));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void fastSlopesAgreeWithTheScalarOnes(DifferentiableKernel kernel) {
    float[] statistics = new float[1000];
    for (int i = 0; i < statistics.length; i++) {
      statistics[i] = i * i * 1e-5f;
    }
    float[] slopes = statistics.clone();
    kernel.slopes(slopes, 13, 900, JAVA.math());
    for (int i = 0; i < slopes.length; i++) {
      boolean inside = i >= 13 && i < 913;
      double expected = inside ? kernel.slope(statistics[i]) : statistics[i];
      assertThat((double) slopes[i])
          .isCloseTo(expected, within(2e-6 * Math.max(1, Math.abs(expected))));
    }
  }

  @Test
  void aRowHasNoPullOnItselfWhereTheKernelHasAKink() {
    double[][] one = {{0.25, 0.5, -1, 0.125}};
    for (DifferentiableKernel kernel : kernels().toList()) {
      if (kernel.shiftInvariant()) {
        for (Precision precision : Precision.values()) {
          Matrix out = gradients(kernel, precision, one, one, new double[][] {{1, 1}});
          for (double value : out.toArray()) {
            assertThat(Math.abs(value)).isLessThan(1e-6);
          }
        }
      }
    }
  }

  /** Σ_j α_jc·κ'(s)·p·sign(δ)·|δ|^(p-1), term by term. */
  private static double gradient(
      DifferentiableKernel kernel, double[] z, double[][] x, double[][] alpha, int c, int f) {
    double p = kernel.power();
    double sum = 0;
    for (int j = 0; j < x.length; j++) {
      double s = 0;
      for (int g = 0; g < FEATURES; g++) {
        s += Math.pow(Math.abs(z[g] - x[j][g]), p);
      }
      double difference = z[f] - x[j][f];
      if (difference != 0 && s > kernel.flatBelow()) {
        sum +=
            alpha[j][c]
                * kernel.slope(s)
                * Math.copySign(p * Math.pow(Math.abs(difference), p - 1), difference);
      }
    }
    return sum;
  }

  static Stream<DifferentiableKernel> kernelsOfDifferences() {
    return kernels()
        .filter(kernel -> kernel.statistic() != Statistic.DOT)
        .filter(kernel -> kernel.statistic() != Statistic.SQUARED_DISTANCE);
  }

  /** As encoded tables have them: categories, constants and numbers side by side. */
  @ParameterizedTest
  @MethodSource("kernelsOfDifferences")
  void inputsOfTwoValuesAndConstantsAreAsAnyOthers(DifferentiableKernel kernel) {
    for (Precision precision : Precision.values()) {
      double[][] z = values(7, 1, precision);
      double[][] x = values(600, 2, precision);
      Random random = new Random(4);
      for (double[][] rows : new double[][][] {z, x}) {
        for (double[] row : rows) {
          row[0] = random.nextBoolean() ? 1 : 0;
          row[1] = precision.round(random.nextInt(10) == 0 ? -0.3 : 0.9);
          row[2] = 0.5;
        }
      }
      double[][] alpha = weights(600);
      Matrix out = gradients(kernel, precision, z, x, alpha);
      double tolerance = precision == Precision.DOUBLE ? 1e-10 : 1e-4;
      for (int i = 0; i < z.length; i++) {
        for (int c = 0; c < OUTPUTS; c++) {
          for (int f = 0; f < FEATURES; f++) {
            assertThat(out.get(i, c * FEATURES + f))
                .isCloseTo(
                    gradient(kernel, z[i], x, alpha, c, f), within(tolerance * out.largest()));
          }
        }
      }
    }
  }

  @Test
  void refusesWhatDoesNotFit() {
    DenseRows rows = Samples.dense(Precision.DOUBLE, FEATURES, values(3, 1, Precision.DOUBLE));
    Matrix alpha = Matrix.zeros(Precision.DOUBLE, 3, OUTPUTS);
    try (KernelGradients gradients = new KernelGradients(new Gaussian(1), Precision.DOUBLE, JAVA)) {
      assertThatThrownBy(
              () -> gradients.add(rows, rows, alpha, Matrix.zeros(Precision.DOUBLE, 3, 5)))
          .hasMessageContaining("gradients of 3 rows by 3 rows of 4 features");
    }
  }
}
