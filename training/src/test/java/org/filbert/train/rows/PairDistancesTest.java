package org.filbert.train.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.filbert.data.DenseRows;
import org.filbert.kernel.Distances;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairDistancesTest {
  private static final double P = 2;

  private static DenseRows rows(double... values) {
    return new DenseRows(Matrix.of(Precision.DOUBLE, values.length, 1, values));
  }

  private static float[] sorted(DenseRows rows) {
    Distances between = new Distances(rows, P);
    int n = rows.count();
    float[] sorted = new float[n * (n - 1) / 2];
    int at = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        sorted[at++] = (float) between.of(i, j);
      }
    }
    Arrays.sort(sorted);
    return sorted;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 50, 301})
  void theMedianIsTheMiddleOneOfTheSorted(int n) {
    SplittableRandom random = new SplittableRandom(n);
    DenseRows rows = rows(random.doubles(n, -1e-3, 1e3).map(x -> Math.rint(x * 8) / 8).toArray());
    float[] sorted = sorted(rows);
    PairDistances distances = PairDistances.of(rows, P);
    int zeros = distances.zeros();
    assertThat(distances.median(0)).isEqualTo(sorted.length == 0 ? 0 : sorted[sorted.length / 2]);
    assertThat(distances.median(zeros))
        .isEqualTo(sorted.length == 0 ? 0 : sorted[zeros + (sorted.length - zeros) / 2]);
  }

  @Test
  void rowsThatAreTheSameAreLeftOut() {
    PairDistances distances = PairDistances.of(rows(1, 1, 1, 1, 4), P);
    assertThat(distances.zeros()).isEqualTo(6);
    assertThat(distances.median(0)).isZero();
    assertThat(distances.median(distances.zeros())).isEqualTo(3);
  }

  @Test
  void rowsThatAreAllTheSameHaveNone() {
    PairDistances distances = PairDistances.of(rows(1, 1, 1), P);
    assertThat(distances.median(distances.zeros())).isZero();
  }

  @Test
  void distancesBeyondTheRangeOfFloatsAreInfinite() {
    assertThat(PairDistances.of(rows(-1e300, 1e300), P).median(0))
        .isEqualTo(Float.POSITIVE_INFINITY);
  }
}
