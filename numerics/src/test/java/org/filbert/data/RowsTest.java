package org.filbert.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.filbert.kernel.Samples;
import org.filbert.linalg.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What dense and sparse rows must both do. */
class RowsTest {
  private static final double[][] VALUES = Samples.values(13, 5, Precision.SINGLE, 1);

  static Stream<Arguments> kinds() {
    return Stream.of(Precision.values())
        .flatMap(p -> Stream.of(Arguments.of(false, p), Arguments.of(true, p)));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void slicesAndConcatenationsHoldTheSameRows(boolean sparse, Precision precision) {
    Rows all = Samples.rows(sparse, precision, 5, VALUES);
    Rows joined = Rows.concat(List.of(all.slice(0, 4), all.slice(4, 4), all.slice(4, 13)));
    Rows nested = all.slice(2, 11).slice(1, 5);
    assertThat(joined.count()).isEqualTo(13);
    assertThat(joined.bytes()).isEqualTo(all.bytes());
    for (int i = 0; i < 13; i++) {
      assertThat(joined.row(i)).containsExactly(VALUES[i]).containsExactly(all.row(i));
      double norm = Arrays.stream(VALUES[i]).map(v -> v * v).sum();
      assertThat(joined.squaredNorms()[i]).isEqualTo(norm);
    }
    assertThat(nested.count()).isEqualTo(4);
    assertThat(nested.row(0)).containsExactly(VALUES[3]);
    assertThat(Rows.concat(List.of(nested, nested)).row(5)).containsExactly(VALUES[4]);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void batchesWithoutRowsAreRows(boolean sparse, Precision precision) {
    Rows none = Samples.rows(sparse, precision, 5, new double[0][]);
    Rows some = Samples.rows(sparse, precision, 5, VALUES);
    assertThat(Rows.concat(List.of(none, none)).count()).isZero();
    assertThat(Rows.concat(List.of(none, some)).row(2)).containsExactly(VALUES[2]);
    assertThat(none.squaredNorms()).isEmpty();
    assertThat(none.features()).isEqualTo(5);
  }

  @Test
  void sparseValuesAreRoundedToTheirPrecision() {
    double[] values = {0.1};
    SparseRows rows = new SparseRows(Precision.SINGLE, 1, new int[] {0, 1}, new int[] {0}, values);
    assertThat(rows.value(0)).isEqualTo(0.1f);
  }

  @Test
  void columnsOutOfOrderOrRangeAreRefused() {
    int[] starts = {0, 2};
    double[] values = {1, 1};
    assertThatThrownBy(() -> new SparseRows(Precision.DOUBLE, 3, starts, new int[] {1, 1}, values))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("row 0: column 1 after column 1");
    assertThatThrownBy(() -> new SparseRows(Precision.DOUBLE, 3, starts, new int[] {1, 3}, values))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
