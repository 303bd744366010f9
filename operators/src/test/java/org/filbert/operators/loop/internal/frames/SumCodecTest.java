package org.filbert.operators.loop.internal.frames;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.workers.Matrices;
import org.junit.jupiter.api.Test;

class SumCodecTest {
  private static final Frame HEADER = Frame.of(Frame.Kind.SUM, 5, 1, Frame.ALL, 0);

  private static Matrix random(Random random, Precision precision, int rows, int cols) {
    double[] elements = random.doubles((long) rows * cols).toArray();
    return Matrix.of(precision, rows, cols, elements);
  }

  /** Several pieces, both precisions, views with gaps, nothing at all, and triangles. */
  private static Matrices matrices(long seed) {
    Random random = new Random(seed);
    return Matrices.of(
            random(random, Precision.SINGLE, 3, 5),
            random(random, Precision.SINGLE, 2000, 120).columns(7, 110),
            random(random, Precision.DOUBLE, 0, 5),
            random(random, Precision.DOUBLE, 1, 70_000))
        .andSymmetric(random(random, Precision.DOUBLE, 401, 401))
        .andSymmetric(random(random, Precision.SINGLE, 2, 2))
        .andSymmetric(random(random, Precision.SINGLE, 500, 600).columns(50, 550));
  }

  private static void assertSame(Matrices actual, Matrices expected) {
    assertThat(actual.shapes()).isEqualTo(expected.shapes());
    for (int number = 0; number < expected.parts().size(); number++) {
      Matrix matrix = expected.get(number);
      boolean symmetric = expected.parts().get(number).symmetric();
      for (int i = 0; i < matrix.rows(); i++) {
        int cols = symmetric ? i + 1 : matrix.cols();
        for (int j = 0; j < cols; j++) {
          if (actual.get(number).get(i, j) != matrix.get(i, j)) {
            throw new AssertionError("element " + i + ", " + j + " of matrix " + number);
          }
        }
      }
    }
  }

  @Test
  void whatIsEncodedIsDecoded() {
    Matrices matrices = matrices(1);
    List<Frame> frames = SumCodec.encode(HEADER, matrices);
    assertSame(SumCodec.decode(frames.toArray(Frame[]::new)), matrices);
    long elements = frames.stream().mapToLong(frame -> frame.data().length).sum();
    assertThat(elements).isBetween(matrices.bytes(), matrices.bytes() + 100L * frames.size());
    assertThat(frames)
        .allMatch(frame -> frame.data().length <= Frame.CHUNK_BYTES + 100)
        .allMatch(frame -> frame.chunks() == frames.size());
  }

  @Test
  void nothingIsAPieceToo() {
    for (Matrices empty :
        List.of(Matrices.of(), Matrices.of(Matrix.zeros(Precision.SINGLE, 0, 3)))) {
      List<Frame> frames = SumCodec.encode(HEADER, empty);
      assertThat(frames).hasSize(1);
      assertThat(SumCodec.decode(frames.toArray(Frame[]::new)).shapes()).isEqualTo(empty.shapes());
    }
  }

  @Test
  void sumsHaveTheBitsOfMatrices() {
    List<List<Frame>> summands = new ArrayList<>();
    Matrices expected = matrices(10);
    for (int worker = 0; worker < 3; worker++) {
      summands.add(SumCodec.encode(HEADER, matrices(10 + worker)));
      if (worker > 0) {
        expected.add(matrices(10 + worker));
      }
    }
    List<Frame> sum = new ArrayList<>();
    for (int chunk = 0; chunk < summands.get(0).size(); chunk++) {
      int place = chunk;
      sum.add(
          SumCodec.add(summands.stream().map(frames -> frames.get(place)).toArray(Frame[]::new)));
    }
    assertSame(SumCodec.decode(sum.toArray(Frame[]::new)), expected);
    assertSame(SumCodec.decode(summands.get(0).toArray(Frame[]::new)), matrices(10));
  }

  @Test
  void otherShapesAndPrecisionsAreRefused() {
    Frame wide = SumCodec.encode(HEADER, Matrices.of(Matrix.zeros(Precision.DOUBLE, 1, 2))).get(0);
    Frame wider = SumCodec.encode(HEADER, Matrices.of(Matrix.zeros(Precision.DOUBLE, 1, 3))).get(0);
    Frame single =
        SumCodec.encode(HEADER, Matrices.of(Matrix.zeros(Precision.SINGLE, 1, 2))).get(0);
    assertThatThrownBy(() -> SumCodec.add(new Frame[] {wide, wider}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a sum of [1 x 2 double] and [1 x 3 double]");
    assertThatThrownBy(() -> SumCodec.add(new Frame[] {wide, single}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a sum of [1 x 2 double] and [1 x 2 single]");
    Frame none = SumCodec.encode(HEADER, Matrices.of()).get(0);
    assertThatThrownBy(() -> SumCodec.add(new Frame[] {wide, none}))
        .hasMessage("a sum of [1 x 2 double] and []");
  }

  private static Frame piece(int chunk, int chunks, int matrices, int rows, int cols, int bytes) {
    ByteBuffer data = ByteBuffer.allocate(15 + bytes).order(ByteOrder.LITTLE_ENDIAN);
    data.putInt(matrices).put((byte) 8).put((byte) 8).put((byte) 0).putInt(rows).putInt(cols);
    return HEADER.piece(chunk, chunks, data.array());
  }

  @Test
  void claimsAreComparedBeforeMemoryIsTaken() {
    assertRefused("found -1 matrices in a piece of 31 bytes", piece(0, 1, -1, 1, 2, 16));
    assertRefused("found 2 matrices in a piece of 24 bytes", piece(0, 1, 2, 1, 2, 9));
    assertRefused("found a matrix of -1 x 2", piece(0, 1, 1, -1, 2, 16));
    assertRefused(
        "found 16 bytes of elements of [2147483647 x 2147483647 double]",
        piece(0, 1, 1, Integer.MAX_VALUE, Integer.MAX_VALUE, 16));
    assertRefused("found -1 matrices in a piece of 0 bytes", HEADER);
    assertRefused(
        "found a part of an element at the end of a piece",
        piece(0, 2, 1, 1, 2, 12),
        piece(1, 2, 1, 1, 2, 4));
  }

  private static void assertRefused(String message, Frame... frames) {
    assertThatThrownBy(() -> SumCodec.decode(frames))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void piecesOfOtherLengthsAreNotAdded() {
    Frame[] summands = {piece(0, 1, 1, 1, 2, 16), piece(0, 1, 1, 1, 2, 8)};
    assertThatThrownBy(() -> SumCodec.add(summands))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a sum of pieces of 31 and 23 bytes");
  }
}
