package org.filbert.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaveOneOutTest {
  private static final Backend JAVA = Backends.choose("java", "plain");
  private static final List<Double> RIDGES = List.of(1e-4, 0.01, 1.0, 100.0);
  private static final int OUTPUTS = 3;

  /** The gaussian kernel of two-dimensional points, and of some that are the same. */
  private static Matrix kernel(int n) {
    Random random = new Random(5);
    double[][] x = new double[n][];
    for (int i = 0; i < n; i++) {
      x[i] =
          i % 7 == 6 ? x[i - 1] : new double[] {2 * random.nextDouble(), 2 * random.nextDouble()};
    }
    Matrix kernel = Matrix.zeros(Precision.DOUBLE, n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double a = x[i][0] - x[j][0];
        double b = x[i][1] - x[j][1];
        kernel.set(i, j, Math.exp(-a * a - b * b));
      }
    }
    return kernel;
  }

  private static Matrix targets(int n) {
    Random random = new Random(6);
    return Matrix.of(
        Precision.DOUBLE, n, OUTPUTS, random.doubles((long) n * OUTPUTS, -1, 1).toArray());
  }

  /** y_i - f(x_i) of the solution without row i. */
  private static double[] without(int i, Matrix kernel, Matrix y, double[] weights, double ridge) {
    int n = kernel.rows();
    int[] others = IntStream.range(0, n).filter(j -> j != i).toArray();
    Matrix a = Matrix.zeros(Precision.DOUBLE, n - 1, n - 1);
    for (int r = 0; r < n - 1; r++) {
      for (int c = 0; c < n - 1; c++) {
        a.set(r, c, kernel.get(others[r], others[c]) + (r == c ? ridge / weights[others[r]] : 0));
      }
    }
    Matrix alpha = y.select(others);
    JAVA.blas().cholesky(a);
    JAVA.blas().solveCholesky(a, alpha);
    double[] missed = y.row(i);
    for (int r = 0; r < n - 1; r++) {
      for (int c = 0; c < OUTPUTS; c++) {
        missed[c] -= kernel.get(i, others[r]) * alpha.get(r, c);
      }
    }
    return missed;
  }

  private static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static void assertResiduals(double[] weights, String blas) {
    int n = weights.length;
    Matrix kernel = kernel(n);
    Matrix y = targets(n);
    FactoredLeaveOneOut factored =
        new FactoredLeaveOneOut(kernel, y, weights, Backends.choose(blas, "plain"));
    try (LeaveOneOut left = new LeaveOneOut(kernel, y, weights, Backends.choose(blas, "plain"))) {
      List<Matrix> residuals = left.residuals(RIDGES);
      assertThat(residuals).hasSameSizeAs(RIDGES);
      for (int r = 0; r < RIDGES.size(); r++) {
        for (int i = 0; i < n; i++) {
          double[] expected = without(i, kernel, y, weights, RIDGES.get(r));
          for (int c = 0; c < OUTPUTS; c++) {
            assertThat(residuals.get(r).get(i, c)).isCloseTo(expected[c], within(1e-8));
          }
        }
        assertThat(factored.residuals(RIDGES.get(r)).toArray())
            .containsExactly(residuals.get(r).toArray(), within(1e-8));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"java", "openblas"})
  void residualsAreThoseOfSeparateSolves(String blas) {
    assertResiduals(ones(160), blas);
  }

  @Test
  void soAreThoseOfRowsWithWeights() {
    assertResiduals(new Random(7).doubles(60, 0.1, 10).toArray(), "java");
  }

  @Test
  void theKernelStaysAsItIs() {
    Matrix kernel = kernel(10);
    double[] before = kernel.toArray();
    new LeaveOneOut(kernel, targets(10), new Random(8).doubles(10, 1, 2).toArray(), JAVA).close();
    assertThat(kernel.toArray()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 13, 50})
  void foldsAreLeftOutAsAWhole(int n) {
    Matrix kernel = kernel(n);
    Matrix y = targets(n);
    double[] weights = new Random(7).doubles(n, 0.5, 2).toArray();
    double ridge = 0.01;
    int size = Folds.size(n);
    try (LeaveOneOut all = new LeaveOneOut(kernel, y, weights, JAVA);
        Matrix found = all.ofFolds(ridge);
        Matrix factored = new FactoredLeaveOneOut(kernel, y, weights, JAVA).ofFolds(ridge)) {
      for (int from = 0; from < n; from += size) {
        int begin = from;
        int end = Math.min(from + size, n);
        int[] others = IntStream.range(0, n).filter(j -> j < begin || j >= end).toArray();
        Matrix a = Matrix.zeros(Precision.DOUBLE, others.length, others.length);
        for (int r = 0; r < others.length; r++) {
          for (int c = 0; c < others.length; c++) {
            a.set(
                r, c, kernel.get(others[r], others[c]) + (r == c ? ridge / weights[others[r]] : 0));
          }
        }
        Matrix alpha = y.select(others);
        JAVA.blas().cholesky(a);
        JAVA.blas().solveCholesky(a, alpha);
        for (int i = begin; i < end; i++) {
          for (int c = 0; c < OUTPUTS; c++) {
            double residual = y.get(i, c);
            for (int r = 0; r < others.length; r++) {
              residual -= kernel.get(i, others[r]) * alpha.get(r, c);
            }
            assertThat(found.get(i, c)).isCloseTo(residual, within(1e-8));
            assertThat(factored.get(i, c)).isCloseTo(residual, within(1e-8));
          }
        }
      }
    }
  }
}
