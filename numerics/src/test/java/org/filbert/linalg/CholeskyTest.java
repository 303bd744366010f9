package org.filbert.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.filbert.cost.Costs;
import org.filbert.cost.Phase;
import org.filbert.cost.PhaseMeter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tiles on several threads against one call of the BLAS. */
class CholeskyTest {
  private static final Backend OPENBLAS = new Backend(new OpenBlas(), new PlainVectorMath());
  private static final Backend JAVA = new Backend(new JavaBlas(), new PlainVectorMath());

  static Stream<Arguments> cases() {
    return Stream.of(0, 1, 2, 13, 512, 513, 1100)
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
  void factorisesAndSolvesWithTheSameBitsOnAnyThreads(int n, Precision precision, Backend backend) {
    Matrix a = Systems.wellConditioned(precision, n, 1);
    Matrix b = Systems.random(precision, n, 5, 2);
    Matrix expectedFactor = a.copy(precision);
    backend.blas().cholesky(expectedFactor);
    Matrix expected = b.copy(precision);
    backend.blas().solveCholesky(expectedFactor, expected);
    double[] factorBits = {};
    double[] solutionBits = {};
    for (int threads = 1; threads <= 3; threads++) {
      Matrix owner = Systems.random(precision, n, n + 3, 3);
      Matrix l = owner.columns(2, n + 2);
      l.assign(a);
      Matrix x = Systems.random(precision, n, 9, 4).columns(3, 8);
      x.assign(b);
      Cholesky cholesky = new Cholesky(backend, threads);
      cholesky.factorise(l);
      cholesky.solve(l, x);
      double bound = precision == Precision.SINGLE ? 1e-5 : 1e-13;
      assertThat(Systems.distance(l, expectedFactor)).isLessThan(bound);
      assertThat(Systems.distance(x, expected)).isLessThan(bound);
      for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
          assertThat(l.get(i, j)).isEqualTo(a.get(i, j));
        }
      }
      if (threads == 1) {
        factorBits = l.toArray();
        solutionBits = x.toArray();
      }
      assertThat(l.toArray()).isEqualTo(factorBits);
      assertThat(x.toArray()).isEqualTo(solutionBits);
    }
  }

  @Test
  void namesTheFailingPivot() {
    Matrix a = Systems.wellConditioned(Precision.DOUBLE, 1300, 1);
    a.set(700, 700, -1);
    a.set(1200, 1200, Double.NaN);
    for (int threads = 1; threads <= 3; threads++) {
      Cholesky cholesky = new Cholesky(OPENBLAS, threads);
      assertThatThrownBy(() -> cholesky.factorise(a.copy(Precision.DOUBLE)))
          .isInstanceOf(NotPositiveDefiniteException.class)
          .hasMessage("matrix of size 1300 is not positive definite (pivot 700)");
    }
    a.set(700, 700, 2);
    assertThatThrownBy(() -> new Cholesky(OPENBLAS, 2).factorise(a))
        .hasMessageContaining("pivot 1200");
  }

  @Test
  void countsItsOperationsOnTheCallersMeter() {
    PhaseMeter meter = new PhaseMeter();
    Matrix a = Systems.wellConditioned(Precision.DOUBLE, 600, 1);
    Cholesky cholesky = new Cholesky(OPENBLAS.metered(meter), 2);
    meter.run(Phase.FACTOR, () -> cholesky.factorise(a));
    meter.run(Phase.SOLVE, () -> cholesky.solve(a, Systems.random(Precision.DOUBLE, 600, 2, 1)));
    Costs costs = meter.take();
    assertThat(costs.factor().flops()).isEqualTo(600.0 * 600 * 600 / 3);
    assertThat(costs.solve().flops()).isEqualTo(2.0 * 600 * 600 * 2);
  }

  @Test
  void stopsWhenTheThreadIsInterrupted() {
    Matrix a = Systems.wellConditioned(Precision.DOUBLE, 600, 1);
    for (int threads = 1; threads <= 3; threads++) {
      Cholesky cholesky = new Cholesky(OPENBLAS, threads);
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> cholesky.factorise(a)).isInstanceOf(CancellationException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void refusesWhatDoesNotFit() {
    Matrix wide = Matrix.zeros(Precision.DOUBLE, 2, 3);
    Matrix square = Matrix.zeros(Precision.DOUBLE, 2, 2);
    Cholesky cholesky = new Cholesky(OPENBLAS, 1);
    assertThatThrownBy(() -> cholesky.factorise(wide)).hasMessageContaining("2 x 3");
    assertThatThrownBy(() -> cholesky.solve(square, wide.copy(Precision.SINGLE)))
        .hasMessageContaining("2 x 3 single");
    assertThatThrownBy(() -> new Cholesky(OPENBLAS, 0)).hasMessageContaining("must be 1 or more");
  }
}
