package org.filbert.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.filbert.data.SparseRows;
import org.filbert.linalg.Precision;
import org.junit.jupiter.api.Test;

class HashingTest {
  private static final int MANY = Integer.MAX_VALUE;

  private static SparseRows row(int features, int[] columns, double... values) {
    return new SparseRows(
        Precision.DOUBLE, features, new int[] {0, columns.length}, columns, values);
  }

  @Test
  void takesAllColumnsThatAnIntCanName() {
    SparseRows hashed =
        new Hashing(MANY, 1 << 20, 1)
            .apply(row(MANY, new int[] {0, 5, MANY - 1}, 1, 2, 3), Precision.DOUBLE);
    assertThat(hashed.nonZeros()).isEqualTo(3);
    assertThat(hashed.features()).isEqualTo(1 << 20);
    assertThat(hashed.squaredNorms()[0]).isEqualTo(14);
  }

  @Test
  void columnsAndSignsAreUniformAndIndependent() {
    int columns = 64;
    int features = 64_000;
    int[] positive = new int[columns];
    int[] negative = new int[columns];
    Hashing map = new Hashing(features, columns, 3);
    for (int f = 0; f < features; f++) {
      SparseRows hashed = map.apply(row(features, new int[] {f}, 1), Precision.DOUBLE);
      (hashed.value(0) > 0 ? positive : negative)[hashed.column(0)]++;
    }
    double expected = features / 2.0 / columns;
    for (int j = 0; j < columns; j++) {
      assertThat((double) positive[j]).isBetween(expected - 110, expected + 110);
      assertThat((double) negative[j]).isBetween(expected - 110, expected + 110);
    }
  }

  @Test
  void inputsThatMeetAreAdded() {
    int[] columns = {0, 1, 2, 3, 4, 5, 6, 7};
    SparseRows hashed =
        new Hashing(8, 1, 3).apply(row(8, columns, 1, 2, 4, 8, 16, 32, 64, 128), Precision.DOUBLE);
    assertThat(hashed.nonZeros()).isEqualTo(1);
    double sum = hashed.value(0);
    assertThat(Math.abs(sum) % 2).isEqualTo(1);
    assertThat(Math.abs(sum)).isLessThanOrEqualTo(255);
  }

  @Test
  void emptyBatchesAndRowsGiveEmptyOnes() {
    Hashing map = new Hashing(8, 4, 3);
    SparseRows none = new SparseRows(Precision.DOUBLE, 8, new int[] {0}, new int[0], new double[0]);
    assertThat(map.apply(none, Precision.SINGLE).count()).isZero();
    assertThat(map.apply(row(8, new int[0]), Precision.SINGLE).nonZeros()).isZero();
    assertThatThrownBy(() -> map.apply(row(9, new int[0]), Precision.SINGLE))
        .hasMessage("rows of 9 features for a map of 8 inputs");
  }
}
