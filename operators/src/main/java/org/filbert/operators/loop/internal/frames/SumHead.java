package org.filbert.operators.loop.internal.frames;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.workers.Matrices;

/**
 * The header of a piece of matrices, see {@link SumCodec}. Its bytes are untrusted: no memory is
 * allocated for a claimed size.
 *
 * @param precision of the elements of this piece
 */
record SumHead(Precision precision, List<Shape> shapes) {
  private static final int SHAPE_BYTES = 2 + 2 * Integer.BYTES;

  /** Shape of a matrix. */
  record Shape(Precision precision, boolean symmetric, int rows, int cols) {
    Shape {
      if (rows < 0 || cols < 0 || (symmetric && rows != cols)) {
        throw new IllegalArgumentException(
            "found a " + (symmetric ? "symmetric " : "") + "matrix of " + rows + " x " + cols);
      }
    }

    static Shape of(Matrices.Part part) {
      Matrix matrix = part.matrix();
      return new Shape(matrix.precision(), part.symmetric(), matrix.rows(), matrix.cols());
    }

    /** Number of stored elements. */
    private long elements() {
      return symmetric ? (rows + 1L) * rows / 2 : (long) rows * cols;
    }

    private Matrices.Part zeros() {
      return new Matrices.Part(Matrix.zeros(precision, rows, cols), symmetric);
    }

    @Override
    public String toString() {
      return "%s%s x %s %s"
          .formatted(
              symmetric ? "symmetric " : "", rows, cols, precision.name().toLowerCase(Locale.ROOT));
    }
  }

  static SumHead of(Matrices matrices, Precision precision) {
    return new SumHead(precision, matrices.parts().stream().map(Shape::of).toList());
  }

  /**
   * Reads the header of a piece.
   *
   * @throws IllegalArgumentException if there is none
   */
  static SumHead read(byte[] piece) {
    ByteBuffer in = ByteBuffer.wrap(piece).order(ByteOrder.LITTLE_ENDIAN);
    int count = piece.length < bytes(0) ? -1 : in.getInt();
    if (count < 0 || count > (piece.length - bytes(0)) / SHAPE_BYTES) {
      throw new IllegalArgumentException(
          "found " + count + " matrices in a piece of " + piece.length + " bytes");
    }
    Precision precision = precision(in.get());
    List<Shape> shapes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      shapes.add(new Shape(precision(in.get()), in.get() == 1, in.getInt(), in.getInt()));
    }
    return new SumHead(precision, List.copyOf(shapes));
  }

  private static Precision precision(byte elementBytes) {
    for (Precision precision : Precision.values()) {
      if (precision.bytes() == elementBytes) {
        return precision;
      }
    }
    throw new IllegalArgumentException("found elements of " + elementBytes + " bytes");
  }

  void write(ByteBuffer out) {
    out.putInt(shapes.size()).put((byte) precision.bytes());
    for (Shape shape : shapes) {
      out.put((byte) shape.precision.bytes()).put((byte) (shape.symmetric ? 1 : 0));
      out.putInt(shape.rows).putInt(shape.cols);
    }
  }

  /** Size of the header in bytes. */
  int bytes() {
    return bytes(shapes.size());
  }

  private static int bytes(int matrices) {
    return Integer.BYTES + 1 + matrices * SHAPE_BYTES;
  }

  /** Whether this many bytes are exactly the elements of these matrices. */
  boolean holds(long bytes) {
    long left = bytes;
    for (Shape shape : shapes) {
      if (shape.elements() > left / shape.precision.bytes()) {
        return false;
      }
      left -= shape.elements() * shape.precision.bytes();
    }
    return left == 0;
  }

  Matrices zeros() {
    return new Matrices(shapes.stream().map(Shape::zeros).toList());
  }
}
