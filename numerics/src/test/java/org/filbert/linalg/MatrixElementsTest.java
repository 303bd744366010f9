package org.filbert.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole-matrix copies and sums against {@link Matrix#get}, for both precisions, with gaps and
 * without.
 */
@ParameterizedClass(name = "{0}, {1} columns aside")
@MethodSource("layouts")
class MatrixElementsTest {
  @Parameter(0)
  private Precision precision;

  /** Columns of the owner to the left and right of the matrices under test. */
  @Parameter(1)
  private int margin;

  private final Random random = new Random(3);

  static Stream<Arguments> layouts() {
    return Stream.of(Precision.values())
        .flatMap(precision -> Stream.of(0, 3).map(margin -> Arguments.of(precision, margin)));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0, 5", "5, 0", "1, 1", "1, 13", "13, 1", "13, 13", "30, 2100"})
  void readsAndWritesArraysOfBothPrecisions(int rows, int cols) {
    Matrix owner = random(precision, rows, cols + 2 * margin);
    Matrix before = owner.copy(precision);
    Matrix matrix = owner.columns(margin, margin + cols);
    double[] doubles = new double[rows * cols + 1];
    float[] floats = new float[rows * cols + 1];
    matrix.read(0, rows, doubles);
    matrix.read(0, rows, floats);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        assertThat(doubles[i * cols + j]).isEqualTo(matrix.get(i, j));
        assertThat(floats[i * cols + j]).isEqualTo((float) matrix.get(i, j));
        doubles[i * cols + j] += 1e-3;
        floats[i * cols + j] += 1e-3f;
      }
    }
    matrix.write(0, rows, doubles);
    assertMargins(owner, before);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        assertThat(matrix.get(i, j)).isEqualTo(precision.round(doubles[i * cols + j]));
      }
    }
    matrix.write(0, rows, floats);
    assertMargins(owner, before);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        assertThat(matrix.get(i, j)).isEqualTo(floats[i * cols + j]);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0, 5", "5, 0", "1, 1", "1, 13", "13, 1", "13, 13", "30, 2100"})
  void addsAndAssignsMatricesOfBothPrecisions(int rows, int cols) {
    for (Precision other : Precision.values()) {
      for (int otherMargin : new int[] {0, 2}) {
        Matrix owner = random(precision, rows, cols + 2 * margin);
        Matrix before = owner.copy(precision);
        Matrix sum = owner.columns(margin, margin + cols);
        Matrix summand =
            random(other, rows, cols + otherMargin).columns(otherMargin, cols + otherMargin);
        double[] expected = sum.toArray();
        for (int i = 0; i < expected.length; i++) {
          double rounded = precision.round(summand.get(i / cols, i % cols));
          expected[i] = precision.round(expected[i] + rounded);
        }
        sum.add(summand);
        assertThat(sum.toArray()).isEqualTo(expected);
        sum.assign(summand);
        for (int i = 0; i < expected.length; i++) {
          expected[i] = precision.round(summand.get(i / cols, i % cols));
        }
        assertThat(sum.toArray()).isEqualTo(expected);
        assertMargins(owner, before);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 13, 1100})
  void addsLowerTriangles(int size) {
    for (Precision other : Precision.values()) {
      Matrix owner = random(precision, size, size + 2 * margin);
      Matrix before = owner.copy(precision);
      Matrix sum = owner.columns(margin, margin + size);
      Matrix summand = random(other, size, size + margin).columns(0, size);
      double[] expected = sum.toArray();
      for (int i = 0; i < size; i++) {
        for (int j = 0; j <= i; j++) {
          double rounded = precision.round(summand.get(i, j));
          expected[i * size + j] = precision.round(expected[i * size + j] + rounded);
        }
      }
      sum.addLower(summand);
      assertThat(sum.toArray()).isEqualTo(expected);
      assertMargins(owner, before);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 8", "5, 0, 8", "1, 1, 8", "13, 7, 40", "13, 7, 5000", "7, 300, 1024"})
  void movesElementsAsBytesPartByPart(int rows, int cols, int chunk) {
    Matrix source = random(precision, rows, cols + 2 * margin).columns(margin, margin + cols);
    Matrix owner = random(precision, rows, cols + 2 * margin);
    Matrix before = owner.copy(precision);
    Matrix target = owner.columns(margin, margin + cols);
    for (boolean direct : new boolean[] {false, true}) {
      long count = (long) rows * cols;
      for (long from = 0; from < count; ) {
        ByteBuffer bytes = buffer(direct, chunk, count - from);
        source.readElements(from, bytes);
        assertThat(bytes.remaining()).isZero();
        bytes.position(4);
        int at = (int) from;
        assertThat(element(bytes)).isEqualTo(source.get(at / cols, at % cols));
        target.writeElements(from, bytes);
        assertThat(bytes.remaining()).isZero();
        from += (bytes.limit() - 4) / precision.bytes();
      }
      assertThat(target.toArray()).isEqualTo(source.toArray());
      assertMargins(owner, before);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 8", "1, 8", "2, 8", "13, 24", "13, 5000", "300, 4096"})
  void movesTheLowerTriangleAsBytesPartByPart(int size, int chunk) {
    Matrix source = random(precision, size, size + margin).columns(margin, margin + size);
    Matrix owner = random(precision, size, size + 2 * margin);
    Matrix before = owner.copy(precision);
    Matrix target = owner.columns(margin, margin + size);
    double[] expected = target.toArray();
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        expected[i * size + j] = source.get(i, j);
      }
    }
    long count = (long) size * (size + 1) / 2;
    for (long from = 0; from < count; ) {
      ByteBuffer bytes = buffer(true, chunk, count - from);
      source.readLower(from, bytes);
      bytes.position(4);
      target.writeLower(from, bytes);
      assertThat(bytes.remaining()).isZero();
      from += (bytes.limit() - 4) / precision.bytes();
    }
    assertThat(target.toArray()).isEqualTo(expected);
    assertMargins(owner, before);
  }

  @Test
  void bytesAreLittleEndian() {
    Matrix matrix = Matrix.of(precision, 1, 3, 1, -2, 0.1);
    ByteBuffer bytes = ByteBuffer.allocate(2 * precision.bytes());
    matrix.readElements(1, bytes);
    bytes.flip().order(ByteOrder.LITTLE_ENDIAN);
    assertThat(element(bytes)).isEqualTo(-2);
  }

  @Test
  void refusesWhatDoesNotFit() {
    Matrix matrix = random(precision, 3, 4 + margin).columns(0, 4);
    Matrix square = matrix.columns(0, 3);
    ByteBuffer four = ByteBuffer.allocate(4 * precision.bytes());
    assertThatThrownBy(() -> matrix.readElements(9, four))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> matrix.writeElements(-1, four))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> square.readLower(3, four))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> matrix.readElements(0, ByteBuffer.allocate(7)))
        .hasMessageContaining("buffer of 7 bytes for elements of " + precision.bytes());
    assertThatThrownBy(() -> matrix.readLower(0, four))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the lower triangle of 3 x 4");
    assertThatThrownBy(() -> matrix.addLower(matrix)).hasMessageContaining("3 x 4");
    assertThatThrownBy(() -> matrix.add(square))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 x 3")
        .hasMessageContaining("added to 3 x 4");
    assertThatThrownBy(() -> matrix.read(0, 3, new float[11])).hasMessageContaining("array of 11");
  }

  @ParameterizedTest
  @EnumSource
  void elementsBeyondOneBufferAreFound(Precision other) {
    int cols = 1 << 14;
    int rows = NativeArray.WINDOW / cols + 2;
    try (Matrix matrix = Matrix.zeros(precision, rows, cols)) {
      int last = NativeArray.WINDOW / cols;
      Matrix across = matrix.rows(last - 1, last + 1).columns(0, cols - margin);
      Matrix source = random(other, 2, cols - margin);
      across.assign(source);
      assertThat(across.toArray()).isEqualTo(source.copy(precision).toArray());
      assertThat(matrix.get(last, 1)).isEqualTo(precision.round(source.get(1, 1)));
      matrix.set(last, 1, 0.5);
      assertThat(across.get(1, 1)).isEqualTo(0.5);
      ByteBuffer bytes = ByteBuffer.allocate(64 * precision.bytes());
      matrix.readElements(NativeArray.WINDOW - 32L, bytes);
      matrix.writeElements(NativeArray.WINDOW + 32L, bytes.flip());
      assertThat(matrix.get(last, 65)).isEqualTo(0.5);
      matrix.rows(last, last + 1).assign(matrix.rows(last - 1, last));
      assertThat(matrix.row(last)).isEqualTo(matrix.row(last - 1));
    }
  }

  @Test
  void aClosedMatrixIsNotRead() {
    Matrix matrix = random(precision, 2, 2);
    matrix.rows(0, 1).close();
    assertThat(matrix.get(0, 0)).isNotZero();
    matrix.close();
    matrix.close();
    assertThatThrownBy(() -> matrix.get(0, 0)).hasMessage("the matrix is closed");
    assertThatThrownBy(() -> matrix.rows(0, 1).toArray()).hasMessage("the matrix is closed");
  }

  /** A buffer with four bytes before its elements. */
  private ByteBuffer buffer(boolean direct, int chunk, long elements) {
    int size = 4 + (int) Math.min(chunk, elements * precision.bytes());
    ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
    return buffer.position(4);
  }

  private double element(ByteBuffer bytes) {
    ByteBuffer little = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    return precision == Precision.SINGLE ? little.getFloat() : little.getDouble();
  }

  private void assertMargins(Matrix owner, Matrix before) {
    assertThat(owner.columns(0, margin).toArray()).isEqualTo(before.columns(0, margin).toArray());
    int cols = owner.cols();
    assertThat(owner.columns(cols - margin, cols).toArray())
        .isEqualTo(before.columns(cols - margin, cols).toArray());
  }

  private Matrix random(Precision matrixPrecision, int rows, int cols) {
    double[] values = new double[rows * cols];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextGaussian();
    }
    return Matrix.of(matrixPrecision, rows, cols, values);
  }
}
