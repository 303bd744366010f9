package org.filbert.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MatrixAssignTest {
  @ParameterizedTest
  @EnumSource
  void copiesBetweenViewsOfOneAndOfAnotherPrecision(Precision precision) {
    for (Precision other : Precision.values()) {
      Matrix source = Matrix.of(other, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
      Matrix target = Matrix.zeros(precision, 4, 5);
      target.rows(1, 3).columns(2, 5).assign(source.rows(1, 3).columns(1, 4));
      assertThat(target.toArray())
          .containsExactly(0, 0, 0, 0, 0, 0, 0, 6, 7, 8, 0, 0, 10, 11, 12, 0, 0, 0, 0, 0);
      target.rows(2, 4).assign(target.rows(1, 3));
      assertThat(target.row(3)).containsExactly(0, 0, 10, 11, 12);
    }
  }

  @ParameterizedTest
  @EnumSource
  void refusesAnotherShape(Precision precision) {
    Matrix target = Matrix.zeros(precision, 2, 3);
    assertThatThrownBy(() -> target.assign(Matrix.zeros(precision, 3, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 x 2");
  }
}
