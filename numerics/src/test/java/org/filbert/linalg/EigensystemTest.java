package org.filbert.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.filbert.testing.Close;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Matrices with known eigenvalues, dense and randomised, and failures of single precision. */
class EigensystemTest {
  private static final int N = 120;

  /** Fails in single precision, counts. */
  private static final class HalfABlas extends ForwardingBlas {
    private final boolean failsInDouble;
    private int calls;

    HalfABlas(boolean failsInDouble) {
      super(new JavaBlas());
      this.failsInDouble = failsInDouble;
    }

    @Override
    public double[] eigen(Matrix a) {
      calls++;
      if (a.precision() == Precision.SINGLE || failsInDouble) {
        throw new EigenException(a.rows());
      }
      return super.eigen(a);
    }
  }

  private static Backend backend(Blas blas) {
    return new Backend(blas, new PlainVectorMath());
  }

  /** 1 / (i + 1)^power. */
  private static double[] spectrum(double power) {
    double[] values = new double[N];
    for (int i = 0; i < N; i++) {
      values[i] = Math.pow(i + 1, -power);
    }
    return values;
  }

  /** Q·diag(values)·Qᵀ with the Q of a few reflections. */
  private static Matrix matrix(Precision precision, double[] values) {
    Random random = new Random(5);
    double[][] a = new double[N][N];
    for (int i = 0; i < N; i++) {
      a[i][i] = values[i];
    }
    for (int reflection = 0; reflection < 4; reflection++) {
      double[] v = random.doubles(N, -1, 1).toArray();
      double norm2 = 0;
      for (double x : v) {
        norm2 += x * x;
      }
      reflectRows(a, v, norm2);
      transpose(a);
      reflectRows(a, v, norm2);
      transpose(a);
    }
    Matrix matrix = Matrix.zeros(precision, N, N);
    for (int i = 0; i < N; i++) {
      matrix.write(i, i + 1, a[i]);
    }
    return matrix;
  }

  private static void reflectRows(double[][] a, double[] v, double norm2) {
    for (double[] row : a) {
      double product = 0;
      for (int j = 0; j < N; j++) {
        product += row[j] * v[j];
      }
      for (int j = 0; j < N; j++) {
        row[j] -= 2 * product / norm2 * v[j];
      }
    }
  }

  private static void transpose(double[][] a) {
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < i; j++) {
        double x = a[i][j];
        a[i][j] = a[j][i];
        a[j][i] = x;
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Precision.class)
  void valuesDescendAndVectorsBelongToThem(Precision precision) {
    double[] expected = spectrum(1);
    Matrix a = matrix(precision, expected);
    double bound = precision == Precision.SINGLE ? 1e-5 : 1e-13;
    for (Blas blas : new Blas[] {new JavaBlas(), new OpenBlas()}) {
      Eigensystem eigen = Eigensystem.of(a, backend(blas));
      Close.assertClose(eigen.values(), expected, bound);
      assertThat(misfit(a, eigen)).isLessThan(bound);
    }
  }

  /** Most eigenvalues are 0 but for rounding, as of few features of many rows. */
  @ParameterizedTest
  @EnumSource(Precision.class)
  void matricesOfLowRank(Precision precision) {
    double bound = precision == Precision.SINGLE ? 1e-5 : 1e-13;
    for (int rank : new int[] {2, 20, 60}) {
      double[] z = new Random(rank).doubles((long) N * rank, -1, 1).toArray();
      Matrix a = Matrix.zeros(precision, N, N);
      for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
          double product = 0;
          for (int t = 0; t < rank; t++) {
            product += z[i * rank + t] * z[j * rank + t] / N;
          }
          a.set(i, j, product);
        }
      }
      for (Blas blas : new Blas[] {new JavaBlas(), new OpenBlas()}) {
        Eigensystem eigen = Eigensystem.of(a, backend(blas));
        assertThat(misfit(a, eigen)).isLessThan(bound);
        assertThat(eigen.values()[rank - 1]).isGreaterThan(0.01);
        assertThat(Math.abs(eigen.values()[rank])).isLessThan(bound);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Precision.class)
  void aFewValuesByRandomSketches(Precision precision) {
    double[] spectrum = spectrum(1.5);
    Matrix a = matrix(precision, spectrum);
    for (Blas blas : new Blas[] {new JavaBlas(), new OpenBlas()}) {
      Eigensystem eigen = Eigensystem.randomised(a, 10, 7, backend(blas));
      assertThat(eigen.values()).hasSize(10);
      for (int i = 0; i < 10; i++) {
        assertThat(eigen.values()[i]).isCloseTo(spectrum[i], within(1e-3 * spectrum[i]));
      }
      assertThat(misfit(a, eigen)).isLessThan(5e-3);
      assertThat(Eigensystem.randomised(a, 10, 7, backend(blas)).vectors().toArray())
          .containsExactly(eigen.vectors().toArray());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 119, 120})
  void sketchesOfMatricesOfLowRankAndOfAllColumns(int count) {
    double[] spectrum = new double[N];
    spectrum[0] = 2;
    spectrum[1] = 1;
    Matrix a = matrix(Precision.DOUBLE, spectrum);
    Eigensystem eigen = Eigensystem.randomised(a, count, 1, backend(new OpenBlas()));
    assertThat(eigen.values()[0]).isCloseTo(2, within(1e-12));
    if (count > 1) {
      assertThat(eigen.values()[1]).isCloseTo(1, within(1e-12));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatFailsInSingleIsTriedInDouble(boolean failsInDouble) {
    HalfABlas blas = new HalfABlas(failsInDouble);
    Matrix a = matrix(Precision.SINGLE, spectrum(1));
    if (failsInDouble) {
      assertThatThrownBy(() -> Eigensystem.of(a, backend(blas))).isInstanceOf(EigenException.class);
    } else {
      Close.assertClose(Eigensystem.of(a, backend(blas)).values(), spectrum(1), 1e-5);
    }
    assertThat(blas.calls).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7})
  void theFirstFew(int count) {
    Eigensystem all =
        Eigensystem.of(matrix(Precision.DOUBLE, spectrum(1)), backend(new JavaBlas()));
    Eigensystem first = all.first(count);
    assertThat(first.values()).hasSize(count);
    assertThat(first.vectors().rows()).isEqualTo(count);
    assertThat(first.vectors().row(count - 1)).containsExactly(all.vectors().row(count - 1));
  }

  /** The largest element of A·v - λ·v. */
  private static double misfit(Matrix a, Eigensystem eigen) {
    double largest = 0;
    for (int i = 0; i < eigen.vectors().rows(); i++) {
      double[] v = eigen.vectors().row(i);
      for (int row = 0; row < N; row++) {
        double image = 0;
        for (int j = 0; j < N; j++) {
          image += a.get(row, j) * v[j];
        }
        largest = Math.max(largest, Math.abs(image - eigen.values()[i] * v[row]));
      }
    }
    return largest;
  }
}
