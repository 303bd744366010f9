package org.filbert.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.filbert.testing.Close;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of {@link Blas}, for every implementation and precision. */
@ParameterizedClass(name = "{0}, {1}")
@MethodSource("implementations")
class BlasTest {
  @Parameter(0)
  private Blas blas;

  @Parameter(1)
  private Precision precision;

  private final Random random = new Random(1);

  static Stream<Arguments> implementations() {
    return Stream.of(new OpenBlas(), new JavaBlas())
        .flatMap(
            blas -> Stream.of(Precision.values()).map(precision -> Arguments.of(blas, precision)));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 3, 2",
    "3, 0, 2",
    "3, 2, 0",
    "1, 1, 1",
    "13, 65, 7",
    "65, 13, 1",
    "65, 1, 130",
    "1, 65, 3",
    "260, 261, 67"
  })
  void multipliesEveryTransposition(int m, int n, int k) {
    for (boolean transposeA : new boolean[] {false, true}) {
      for (boolean transposeB : new boolean[] {false, true}) {
        Matrix a = transposeA ? random(k, m) : random(m, k);
        Matrix b = transposeB ? random(n, k) : random(k, n);
        Matrix c = random(m, n);
        double[][] expected = NaiveBlas.gemm(transposeA, transposeB, -2, a, b, 0.5, c);
        blas.gemm(transposeA, transposeB, -2, a, b, 0.5, c);
        assertClose(c, expected, 1);
      }
    }
  }

  @Test
  void multipliesViewsAndLeavesTheirSurroundingsAlone() {
    Matrix owner = random(80, 90);
    Matrix before = owner.copy(precision);
    Matrix c = owner.rows(3, 73).columns(5, 36);
    Matrix a = random(70, 20).columns(2, 15);
    Matrix b = random(40, 40).rows(4, 17).columns(1, 32);
    double[][] expected = NaiveBlas.gemm(false, false, 1, a, b, 1, c);
    blas.gemm(false, false, 1, a, b, 1, c);
    assertClose(c, expected, 1);
    for (int i = 0; i < 80; i++) {
      for (int j = 0; j < 90; j++) {
        if (i < 3 || i >= 73 || j < 5 || j >= 36) {
          assertThat(owner.get(i, j)).isEqualTo(before.get(i, j));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7})
  void betaZeroDoesNotReadTheResult(int inner) {
    for (int cols : new int[] {1, 5}) {
      Matrix c = Matrix.zeros(precision, 6, cols);
      c.write(0, 6, filled(6 * cols, Double.NaN));
      Matrix a = random(6, inner);
      Matrix b = random(inner, cols);
      double[][] expected = NaiveBlas.gemm(false, false, 1, a, b, 0, c);
      blas.gemm(false, false, 1, a, b, 0, c);
      assertClose(c, expected, 1);
    }
    Matrix square = Matrix.zeros(precision, 5, 5);
    square.write(0, 5, filled(25, Double.NaN));
    blas.syrk(true, 1, random(inner, 5), 0, square);
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 5; j++) {
        assertThat(Double.isNaN(square.get(i, j))).isEqualTo(j > i);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 3", "3, 0", "1, 1", "13, 65", "65, 13", "300, 9"})
  void rankUpdateChangesTheLowerTriangleOnly(int n, int k) {
    for (boolean transpose : new boolean[] {false, true}) {
      Matrix a =
          transpose ? random(k, n + 2).columns(1, n + 1) : random(n, k + 2).columns(1, k + 1);
      Matrix c = random(n, n);
      double[][] before = NaiveBlas.elements(c);
      double[][] expected = NaiveBlas.gemm(transpose, !transpose, 1.5, a, a, -0.5, c);
      for (int i = 0; i < n; i++) {
        System.arraycopy(before[i], i + 1, expected[i], i + 1, n - i - 1);
      }
      blas.syrk(transpose, 1.5, a, -0.5, c);
      assertClose(c, expected, 1);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 2", "2, 0", "1, 1", "13, 65", "65, 13", "130, 1", "70, 300"})
  void solvesTriangularSystemsFromBothSides(int n, int k) {
    for (boolean right : new boolean[] {false, true}) {
      for (boolean transpose : new boolean[] {false, true}) {
        Matrix l = random(n, n + 1).columns(0, n);
        Matrix triangle = Matrix.zeros(precision, n, n);
        for (int i = 0; i < n; i++) {
          for (int j = 0; j <= i; j++) {
            l.set(i, j, i == j ? 2 : l.get(i, j) / n);
            triangle.set(i, j, l.get(i, j));
          }
        }
        Matrix x = right ? random(k, n) : random(n, k);
        Matrix b = random(x.rows(), x.cols() + 2).columns(1, x.cols() + 1);
        Matrix left = right ? x : triangle;
        double[][] product =
            NaiveBlas.gemm(
                !right && transpose, right && transpose, 1, left, right ? triangle : x, 0, b);
        b.assign(Matrix.of(precision, b.rows(), b.cols(), flat(product)));
        blas.trsm(right, transpose, l, b);
        assertClose(b, NaiveBlas.elements(x), 1);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "1, 0", "13, 26", "65, 1", "130, 3"})
  void solvesByCholesky(int n, int k) {
    Matrix a = positiveDefinite(n);
    Matrix solution = random(n, k);
    Matrix b = random(n, k + 3).columns(2, 2 + k);
    b.assign(Matrix.of(precision, n, k, flat(product(a, solution))));
    Matrix l = random(n, n + 1).columns(0, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        l.set(i, j, a.get(i, j));
      }
    }
    double[][] above = NaiveBlas.elements(l);
    blas.cholesky(l);
    blas.solveCholesky(l, b);
    assertClose(b, NaiveBlas.elements(solution), 30);
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        assertThat(l.get(i, j)).isEqualTo(above[i][j]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 13, 65, 150})
  void invertsByCholesky(int n) {
    Matrix a = positiveDefinite(n);
    Matrix inverse = random(n, n + 3).columns(2, n + 2);
    inverse.assignLower(a);
    double[][] above = NaiveBlas.elements(inverse);
    blas.cholesky(inverse);
    blas.invertCholesky(inverse);
    Matrix whole = inverse.copy(precision);
    whole.mirrorLower();
    double[][] products = NaiveBlas.gemm(false, false, 1, whole, a, 0, random(n, n));
    for (int i = 0; i < n; i++) {
      double[] unit = new double[n];
      unit[i] = 1;
      Close.assertClose(products[i], unit, bound(30));
      for (int j = i + 1; j < n; j++) {
        assertThat(inverse.get(i, j)).isEqualTo(above[i][j]);
        assertThat(whole.get(i, j)).isEqualTo(inverse.get(j, i));
      }
    }
  }

  @Test
  void namesTheFailingPivot() {
    Matrix a = positiveDefinite(150);
    a.set(97, 97, -1);
    assertThatThrownBy(() -> blas.cholesky(a))
        .isInstanceOf(NotPositiveDefiniteException.class)
        .hasMessage("matrix of size 150 is not positive definite (pivot 97)");
  }

  @Test
  void refusesToFactoriseNaN() {
    Matrix a = positiveDefinite(20);
    a.set(11, 4, Double.NaN);
    assertThatThrownBy(() -> blas.cholesky(a))
        .isInstanceOf(NotPositiveDefiniteException.class)
        .hasMessageContaining("pivot 11");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 13, 65, 150})
  void findsEigenvaluesAndVectors(int n) {
    Matrix a = positiveDefinite(n);
    Matrix vectors = random(n + 1, n + 3).rows(0, n).columns(2, n + 2);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        vectors.set(i, j, a.get(i, j));
      }
    }
    double[] values = blas.eigen(vectors);
    assertThat(values).hasSize(n).isSorted();
    double[][] images =
        NaiveBlas.gemm(false, false, 1, vectors, a, 0, Matrix.zeros(precision, n, n));
    double[][] products =
        NaiveBlas.gemm(false, true, 1, vectors, vectors, 0, Matrix.zeros(precision, n, n));
    for (int i = 0; i < n; i++) {
      double value = values[i];
      double[] expected = Arrays.stream(vectors.row(i)).map(x -> value * x).toArray();
      Close.assertClose(images[i], expected, bound(30));
      double[] unit = new double[n];
      unit[i] = 1;
      Close.assertClose(products[i], unit, bound(30));
    }
  }

  @Test
  void findsTheEigenvaluesOfMatricesThatAreHardlyOnes() {
    Matrix zero = Matrix.zeros(precision, 5, 5);
    assertThat(blas.eigen(zero)).containsOnly(0);
    Matrix ones = Matrix.of(precision, 4, 4, filled(16, 1));
    assertThat(blas.eigen(ones)).containsExactly(new double[] {0, 0, 0, 4}, within(bound(1)));
    Matrix diagonal = Matrix.zeros(precision, 3, 3);
    diagonal.set(0, 0, 3);
    diagonal.set(1, 1, -1);
    diagonal.set(2, 2, 2);
    assertThat(blas.eigen(diagonal)).containsExactly(new double[] {-1, 2, 3}, within(bound(1)));
    for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      Matrix a = positiveDefinite(20);
      a.set(11, 4, bad);
      assertThatThrownBy(() -> blas.eigen(a))
          .isInstanceOf(EigenException.class)
          .hasMessage("the eigenvalues of a matrix of size 20 could not be computed");
    }
  }

  @Test
  void refusesOperandsThatDoNotFit() {
    Matrix a = random(3, 4);
    assertThatThrownBy(() -> blas.gemm(false, false, 1, a, random(5, 2), 0, random(3, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 x 4")
        .hasMessageContaining("5 x 2");
    Precision other = precision == Precision.SINGLE ? Precision.DOUBLE : Precision.SINGLE;
    assertThatThrownBy(
            () -> blas.gemm(false, false, 1, a, Matrix.zeros(other, 4, 2), 0, random(3, 2)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> blas.syrk(true, 1, a, 0, random(3, 3)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> blas.trsm(true, false, random(3, 3), a))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 x 3")
        .hasMessageContaining("on the right of 3 x 4");
    assertThatThrownBy(() -> blas.trsm(false, false, a, a))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> blas.cholesky(a)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> blas.eigen(a)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> blas.solveCholesky(random(3, 3), random(4, 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> blas.invertCholesky(a)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> blas.setThreads(0)).hasMessageContaining("is 0, must be 1 or more");
  }

  private Matrix random(int rows, int cols) {
    double[] values = new double[rows * cols];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextGaussian();
    }
    return Matrix.of(precision, rows, cols, values);
  }

  /** GᵀG / n + I. */
  private Matrix positiveDefinite(int n) {
    Matrix g = random(n, n);
    double[] values =
        flat(
            NaiveBlas.gemm(
                true, false, 1.0 / Math.max(1, n), g, g, 0, Matrix.zeros(precision, n, n)));
    for (int i = 0; i < n; i++) {
      values[i * n + i] += 1;
    }
    return Matrix.of(precision, n, n, values);
  }

  private double[][] product(Matrix a, Matrix b) {
    return NaiveBlas.gemm(false, false, 1, a, b, 0, Matrix.zeros(precision, a.rows(), b.cols()));
  }

  private static double[] flat(double[][] rows) {
    return Stream.of(rows).flatMapToDouble(Arrays::stream).toArray();
  }

  private static double[] filled(int length, double value) {
    double[] values = new double[length];
    Arrays.fill(values, value);
    return values;
  }

  private void assertClose(Matrix actual, double[][] expected, double factor) {
    double bound = bound(factor);
    for (int i = 0; i < expected.length; i++) {
      Close.assertClose(actual.row(i), expected[i], bound);
    }
  }

  private double bound(double factor) {
    return factor * (precision == Precision.SINGLE ? 1e-4 : 2e-13);
  }
}
