package org.filbert.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.within;

import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelTest {
  private static final Backend JAVA = Backends.choose("java", "plain");

  /** Bound of the fast function's error, relative to max(1, |κ|). */
  private static final double FAST_ERROR = 1e-6;

  @ParameterizedTest
  @MethodSource("org.filbert.kernel.Samples#kernels")
  void fastFunctionAgreesWithTheScalarOne(Kernel kernel) {
    float[] statistics = new float[2100];
    for (int i = 0; i < statistics.length; i++) {
      statistics[i] = i * i * 1e-4f;
    }
    for (int from : new int[] {0, 13}) {
      for (int count : new int[] {0, 1, 65, 2000}) {
        float[] values = statistics.clone();
        kernel.apply(values, from, count, JAVA.math());
        for (int i = 0; i < values.length; i++) {
          boolean inside = i >= from && i < from + count;
          double expected = inside ? kernel.of(statistics[i]) : statistics[i];
          assertThat((double) values[i])
              .isCloseTo(expected, within(FAST_ERROR * Math.max(1, Math.abs(expected))));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("org.filbert.kernel.Samples#kernels")
  void fastDoublesAgreeWithTheScalarFunction(Kernel kernel) {
    double[] statistics = new double[2100];
    for (int i = 0; i < statistics.length; i++) {
      statistics[i] = i * i * 1e-4;
    }
    for (int from : new int[] {0, 13}) {
      for (int count : new int[] {0, 1, 65, 2000}) {
        double[] values = statistics.clone();
        kernel.apply(values, from, count, JAVA.math());
        for (int i = 0; i < values.length; i++) {
          boolean inside = i >= from && i < from + count;
          double expected = inside ? kernel.of(statistics[i]) : statistics[i];
          assertThat(values[i])
              .isCloseTo(expected, within(1e-15 * Math.max(1, Math.abs(expected))));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("org.filbert.kernel.Samples#kernels")
  void isPositiveSemiDefinite(Kernel kernel) {
    double[][] rows = Samples.values(60, 5, Precision.DOUBLE, 3);
    Matrix matrix = Matrix.zeros(Precision.DOUBLE, 60, 60);
    for (int i = 0; i < 60; i++) {
      for (int j = 0; j < 60; j++) {
        double value = Samples.value(kernel, rows[i], rows[j]);
        assertThat(Samples.value(kernel, rows[j], rows[i])).isEqualTo(value);
        matrix.set(i, j, value + (i == j ? 1e-10 : 0));
      }
    }
    JAVA.blas().cholesky(matrix);
  }

  @ParameterizedTest
  @MethodSource("org.filbert.kernel.Samples#kernels")
  void shiftInvariantKernelsAreOneAtDistanceZero(Kernel kernel) {
    if (kernel.shiftInvariant()) {
      assertThat(kernel.of(0)).isEqualTo(1);
      float[] zero = {0f};
      kernel.apply(zero, 0, 1, JAVA.math());
      assertThat(zero[0]).isEqualTo(1f);
      double[] doubleZero = {0};
      kernel.apply(doubleZero, 0, 1, JAVA.math());
      assertThat(doubleZero[0]).isEqualTo(1);
    } else {
      assertThat(kernel.statistic()).isEqualTo(Statistic.DOT);
    }
  }

  @Test
  void knownValues() {
    assertThat(new Gaussian(2).of(8)).isCloseTo(Math.exp(-1), offset(1e-15));
    assertThat(new Laplacian(2).of(6)).isCloseTo(Math.exp(-3), offset(1e-15));
    assertThat(new Exponential(2).of(36)).isCloseTo(Math.exp(-3), offset(1e-15));
    assertThat(new Cauchy(2).of(12)).isEqualTo(0.25);
    assertThat(new Matern(0.5, 2).of(36)).isCloseTo(Math.exp(-3), offset(1e-15));
    assertThat(new Matern(1.5, 2).of(12)).isCloseTo(4 * Math.exp(-3), offset(1e-15));
    assertThat(new Matern(2.5, 2).of(7.2)).isCloseTo(7 * Math.exp(-3), offset(1e-15));
    assertThat(new PoweredExponential(2, 2, 2).of(8)).isCloseTo(Math.exp(-2), offset(1e-15));
    assertThat(new PoweredExponential(1.5, 0.75, 4).of(64))
        .isCloseTo(Math.exp(-Math.pow(4, 0.75)), offset(1e-15));
    assertThat(new Polynomial(3, 0.5, 1).of(2)).isEqualTo(8);
    assertThat(new Linear().of(-7)).isEqualTo(-7);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesBadBandwidths(double sigma) {
    String message = "sigma is " + sigma + ", must be a number above 0";
    assertThatThrownBy(() -> new Gaussian(sigma)).hasMessage(message);
    assertThatThrownBy(() -> new Laplacian(sigma)).hasMessage(message);
    assertThatThrownBy(() -> new Exponential(sigma)).hasMessage(message);
    assertThatThrownBy(() -> new Cauchy(sigma)).hasMessage(message);
    assertThatThrownBy(() -> new Matern(1.5, sigma)).hasMessage(message);
    assertThatThrownBy(() -> new PoweredExponential(2, 1, sigma)).hasMessage(message);
  }

  @Test
  void specialCasesOfPoweredExponentialsHaveTheirBits() {
    float[] statistics = new float[1000];
    for (int i = 0; i < statistics.length; i++) {
      statistics[i] = i * i * 1e-3f;
    }
    float[] powered = statistics.clone();
    new PoweredExponential(2, 1, 1.7).apply(powered, 0, powered.length, JAVA.math());
    new Exponential(1.7).apply(statistics, 0, statistics.length, JAVA.math());
    assertThat(powered).isEqualTo(statistics);
    assertThat(new PoweredExponential(1.5, 1, 2).at(3)).isCloseTo(Math.exp(-1.5), offset(1e-15));
    assertThat(new PoweredExponential(1, 1, 2).at(3))
        .isCloseTo(new Laplacian(2).at(3), offset(1e-15));
  }

  @Test
  void refusesOtherBadParameters() {
    assertThatThrownBy(() -> new PoweredExponential(1, 1.5, 1))
        .hasMessage("p is 1.0 and q is 1.5, must be 0 < q <= p <= 2");
    assertThatThrownBy(() -> new PoweredExponential(2.5, 1, 1)).hasMessageContaining("p is 2.5");
    assertThatThrownBy(() -> new PoweredExponential(1, Double.NaN, 1))
        .hasMessageContaining("q is NaN");
    assertThatThrownBy(() -> new Matern(1, 1))
        .hasMessage("nu is 1.0, must be one of 0.5, 1.5, 2.5");
    assertThatThrownBy(() -> new Polynomial(0, 1, 1)).hasMessageContaining("degree is 0");
    assertThatThrownBy(() -> new Polynomial(2, 0, 1)).hasMessageContaining("gamma is 0.0");
    assertThatThrownBy(() -> new Polynomial(2, 1, -1)).hasMessageContaining("c is -1.0");
  }
}
