package org.filbert.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of A on several threads against sums in double. */
class GramSumTest {
  private static final Backend OPENBLAS = new Backend(new OpenBlas(), new PlainVectorMath());
  private static final int ROWS = 40;

  @ParameterizedTest
  @CsvSource({"0, 1", "0, 300", "100, 600", "7, 256", "300, 5"})
  void addsProductsWithTheSameBitsOnAnyThreads(int from, int count) {
    int cols = from + count;
    Matrix z = Systems.random(Precision.SINGLE, ROWS, cols + 3, 1);
    Matrix before = Systems.random(Precision.DOUBLE, count, cols, 2);
    double[] bits = {};
    for (int threads = 1; threads <= 3; threads++) {
      Matrix a = before.copy(Precision.DOUBLE);
      new GramSum(OPENBLAS, threads).add(0.5, z, from, a);
      for (int i = 0; i < count; i += 37) {
        for (int j = 0; j < cols; j++) {
          double expected = j > from + i ? before.get(i, j) : sum(before, z, from, i, j);
          assertThat(a.get(i, j)).isCloseTo(expected, within(1e-4));
        }
      }
      assertThat(a.toArray()).isEqualTo(threads == 1 ? a.toArray() : bits);
      bits = a.toArray();
    }
  }

  private static double sum(Matrix before, Matrix z, int from, int i, int j) {
    double product = 0;
    for (int row = 0; row < ROWS; row++) {
      product += z.get(row, from + i) * z.get(row, j);
    }
    return 0.5 * (before.get(i, j) + product);
  }
}
