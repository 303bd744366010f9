package org.filbert.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MatrixMemoryTest {

  @ParameterizedTest
  @EnumSource(Precision.class)
  void aPieceIsTheSameElementsInAnotherShape(Precision precision) {
    Matrix matrix = Matrix.of(precision, 3, 4, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    Matrix piece = matrix.piece(3, 2, 3);
    assertThat(piece.toArray()).containsExactly(3, 4, 5, 6, 7, 8);
    assertThat(piece.stride()).isEqualTo(3);
    piece.set(1, 2, -8);
    assertThat(matrix.get(2, 0)).isEqualTo(-8);
    assertThat(matrix.rows(1, 3).piece(1, 1, 2).toArray()).containsExactly(5, 6);
    assertThat(matrix.piece(12, 0, 7).rows()).isZero();
    assertThatThrownBy(() -> matrix.piece(7, 2, 3)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> matrix.columns(0, 2).piece(0, 1, 1))
        .hasMessageContaining("3 x 2")
        .hasMessageContaining("lie apart");
  }

  @ParameterizedTest
  @EnumSource(Precision.class)
  void aMatrixOverTheBytesOfAnotherIsTheSame(Precision precision) {
    Matrix matrix = Matrix.of(precision, 3, 2, 1, -2, 0.5, 4, 5, 1e6);
    ByteBuffer bytes = matrix.rows(1, 3).buffer();
    assertThat(bytes.remaining()).isEqualTo(4 * precision.bytes());
    ByteBuffer copy = ByteBuffer.allocateDirect(bytes.remaining()).put(bytes).flip();
    assertThat(Matrix.over(copy, precision, 2, 2).toArray()).containsExactly(0.5, 4, 5, 1e6);
  }
}
