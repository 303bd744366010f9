package org.filbert.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.filbert.cost.Phase;
import org.filbert.cost.PhaseMeter;
import org.filbert.linalg.ConjugateGradients.Solution;
import org.filbert.testing.Close;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SpdFactorTest {
  private static final Backend OPENBLAS = new Backend(new OpenBlas(), new PlainVectorMath());
  private static final Backend JAVA = new Backend(new JavaBlas(), new PlainVectorMath());

  static Stream<Arguments> cases() {
    return Stream.of(0, 1, 2, 13, 513, 1100)
        .flatMap(
            n ->
                Stream.of(Precision.values())
                    .flatMap(
                        precision ->
                            Stream.of(OPENBLAS, JAVA)
                                .filter(backend -> backend == OPENBLAS || n < 600)
                                .map(backend -> Arguments.of(n, precision, backend))));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void solvesToDoublePrecisionWithTheSameBitsOnAnyThreads(
      int n, Precision precision, Backend backend) {
    Matrix a = Systems.wellConditioned(precision, n, 1);
    double[] shift = new double[n];
    Matrix exact = a.copy(Precision.DOUBLE);
    for (int i = 0; i < n; i++) {
      shift[i] = 1.0 / (i + 3);
      exact.set(i, i, a.get(i, i) + shift[i]);
    }
    Matrix b = Systems.random(Precision.DOUBLE, n, 5, 2);
    Matrix expected = b.copy(Precision.DOUBLE);
    OPENBLAS.blas().cholesky(exact);
    OPENBLAS.blas().solveCholesky(exact, expected);
    double[] bits = {};
    for (int threads = 1; threads <= 3; threads++) {
      Matrix x = Systems.random(Precision.DOUBLE, n, 9, 4).columns(3, 8);
      x.assign(b);
      SpdFactor factor = new SpdFactor(lowerOnly(a), shift, backend, threads);
      Solution solution = factor.solve(x);
      assertThat(factor.jitter()).isZero();
      assertThat(solution.stalled()).isFalse();
      assertThat(solution.iterations()).isLessThan(8);
      assertThat(Systems.distance(x, expected)).isLessThan(1e-11);
      bits = threads == 1 ? x.toArray() : bits;
      assertThat(x.toArray()).isEqualTo(bits);
    }
  }

  /** What lies above the diagonal is not A. */
  private static Matrix lowerOnly(Matrix a) {
    int n = a.rows();
    Matrix copy = Systems.random(a.precision(), n, n + 1, 7).columns(1, n + 1);
    for (int i = 0; i < n; i++) {
      copy.rows(i, i + 1).columns(0, i + 1).assign(a.rows(i, i + 1).columns(0, i + 1));
    }
    return copy;
  }

  /** (1, -4, 6, -4, 1) along the diagonals: all elements are exact, the condition grows as n⁴. */
  @ParameterizedTest
  @CsvSource({"50, 1.1e6", "90, 1.2e7", "155, 1e8"})
  void illConditionedSystemsConvergeInSinglePrecision(int n, double condition) {
    Matrix a = Matrix.zeros(Precision.SINGLE, n, n);
    double[] stencil = {6, -4, 1};
    for (int i = 0; i < n; i++) {
      for (int j = Math.max(0, i - 2); j <= i; j++) {
        a.set(i, j, stencil[i - j]);
      }
    }
    a.set(0, 0, 5);
    a.set(n - 1, n - 1, 5);
    Matrix full = a.copy(Precision.DOUBLE);
    new Triangles(full, 1).copyLowerToUpper();
    Matrix expected = Systems.random(Precision.DOUBLE, n, 3, 5);
    Matrix b = Matrix.zeros(Precision.DOUBLE, n, 3);
    OPENBLAS.blas().gemm(false, false, 1, full, expected, 0, b);
    Solution solution = new SpdFactor(a, 0, OPENBLAS, 2).solve(b);
    assertThat(solution.stalled()).isFalse();
    assertThat(solution.residual()).isLessThan(1e-11);
    assertThat(Systems.distance(b, expected)).isLessThan(1e-16 * condition * 10);
  }

  @ParameterizedTest
  @EnumSource
  void singularMatricesGetJitter(Precision precision) {
    int n = 600;
    Matrix g = Systems.random(precision, n, 40, 1);
    Matrix a = Matrix.zeros(precision, n, n);
    OPENBLAS.blas().syrk(false, 1, g, 0, a);
    double mean = 0;
    for (int i = 0; i < n; i++) {
      mean += a.get(i, i) / n;
    }
    Matrix full = a.copy(Precision.DOUBLE);
    new Triangles(full, 1).copyLowerToUpper();
    Matrix b = Matrix.zeros(Precision.DOUBLE, n, 2);
    OPENBLAS.blas().gemm(false, false, 1, full, Systems.random(Precision.DOUBLE, n, 2, 2), 0, b);
    Matrix x = b.copy(Precision.DOUBLE);
    SpdFactor factor = new SpdFactor(a, 0, OPENBLAS, 2);
    factor.solve(x);
    double unit = precision == Precision.SINGLE ? 0x1p-24 : 0x1p-53;
    assertThat(factor.jitter()).isBetween(9 * unit * mean, 1001 * unit * mean);
    OPENBLAS.blas().gemm(false, false, -1, full, x, 1, b);
    Close.assertClose(b.toArray(), new double[2 * n], 1e-3);
  }

  /** K has rank 2 and b lies outside of its range. */
  @Test
  void saysThatASystemWithoutSolutionStalls() {
    Matrix ones = Matrix.of(Precision.SINGLE, 3, 3, 1, 1, 0, 1, 1, 0, 0, 0, 1);
    SpdFactor factor = new SpdFactor(ones, 0, OPENBLAS, 1);
    assertThat(factor.jitter()).isPositive();
    Solution solution = factor.solve(Matrix.of(Precision.DOUBLE, 3, 1, 1, -1, 1));
    assertThat(solution.stalled()).isTrue();
    assertThat(solution.residual()).isGreaterThan(1e-9);
  }

  @ParameterizedTest
  @EnumSource
  void anIndefiniteMatrixEndsWithPivotAttemptsAndJitter(Precision precision) {
    Matrix a = Systems.wellConditioned(precision, 700, 1);
    a.set(600, 600, -1);
    assertThatThrownBy(() -> new SpdFactor(a.copy(precision), 0, OPENBLAS, 2))
        .isInstanceOf(NotPositiveDefiniteException.class)
        .hasMessageContaining("matrix of size 700 is not positive definite (pivot 600) after 5")
        .hasMessageContaining("attempts, the last with")
        .hasMessageContaining(precision == Precision.SINGLE ? "e-03 added" : "e-12 added");
  }

  @Test
  void aNegativeMeanOnTheDiagonalIsNotTriedAgain() {
    Matrix a = Matrix.of(Precision.DOUBLE, 2, 2, -1, 0, 0, -1);
    assertThatThrownBy(() -> new SpdFactor(a, 0.5, OPENBLAS, 1))
        .isInstanceOf(NotPositiveDefiniteException.class)
        .hasMessageContaining("(pivot 0) after 1 attempts");
  }

  @Test
  void zeroRightHandSidesHaveZeroSolutions() {
    Matrix a = Systems.wellConditioned(Precision.SINGLE, 20, 1);
    Matrix b = Systems.random(Precision.DOUBLE, 20, 2, 1);
    b.columns(1, 2).assign(Matrix.zeros(Precision.DOUBLE, 20, 1));
    SpdFactor factor = new SpdFactor(a, 0, OPENBLAS, 1);
    assertThat(factor.solve(b).residual()).isLessThan(1e-12);
    assertThat(b.columns(1, 2).toArray()).containsOnly(0);
    assertThat(factor.solve(Matrix.zeros(Precision.DOUBLE, 20, 0)).iterations()).isZero();
  }

  @Test
  void tinyRightHandSidesAreSolvedAsWell() {
    Matrix a = Systems.wellConditioned(Precision.SINGLE, 20, 1);
    Matrix b = Systems.random(Precision.DOUBLE, 20, 1, 1);
    Matrix tiny = b.copy(Precision.DOUBLE);
    for (int i = 0; i < 20; i++) {
      tiny.set(i, 0, 0x1p-200 * b.get(i, 0));
    }
    SpdFactor factor = new SpdFactor(a, 0, OPENBLAS, 1);
    factor.solve(b);
    factor.solve(tiny);
    for (int i = 0; i < 20; i++) {
      assertThat(tiny.get(i, 0)).isEqualTo(0x1p-200 * b.get(i, 0));
    }
  }

  @Test
  void countsWhatItDoes() {
    PhaseMeter meter = new PhaseMeter();
    int n = 40;
    Matrix a = Systems.wellConditioned(Precision.SINGLE, n, 1);
    SpdFactor[] factor = new SpdFactor[1];
    meter.run(Phase.FACTOR, () -> factor[0] = new SpdFactor(a, 0, OPENBLAS.metered(meter), 2));
    assertThat(meter.take().factor().flops()).isEqualTo(n * n * n / 3.0);
    Matrix b = Systems.random(Precision.DOUBLE, n, 3, 1);
    int[] iterations = new int[1];
    meter.run(Phase.SOLVE, () -> iterations[0] = factor[0].solve(b).iterations());
    double pass = 2.0 * n * n * 3;
    assertThat(meter.take().solve().flops())
        .isBetween(2 * pass * iterations[0], 2 * pass * (iterations[0] + 3));
  }

  @Test
  void refusesWhatDoesNotFit() {
    Matrix a = Systems.wellConditioned(Precision.SINGLE, 3, 1);
    assertThatThrownBy(() -> new SpdFactor(a, new double[2], OPENBLAS, 1))
        .hasMessage("a shift of 2 numbers for 3 x 3 single");
    assertThatThrownBy(() -> new SpdFactor(a.columns(0, 2), 0, OPENBLAS, 1))
        .hasMessageContaining("3 x 2");
    SpdFactor factor = new SpdFactor(a, 0, OPENBLAS, 1);
    assertThatThrownBy(() -> factor.solve(Matrix.zeros(Precision.SINGLE, 3, 1)))
        .hasMessageContaining("right-hand sides 3 x 1 single for 3 x 3 single");
    assertThatThrownBy(() -> factor.solve(Matrix.zeros(Precision.DOUBLE, 4, 1)))
        .hasMessageContaining("right-hand sides 4 x 1 double");
  }
}
