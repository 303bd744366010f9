package org.filbert.operators.loop;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.workers.Matrices;

/**
 * Matrices as pieces that reducers can add without knowing more than the piece:
 *
 * <pre>
 * int         number of matrices
 * byte        bytes of an element of this piece
 * for each matrix: byte bytes of an element, byte 1 if symmetric, int rows, int columns
 * elements    of one precision, row after row, matrix after matrix; of symmetric ones the lower
 *             triangle with the diagonal
 * </pre>
 *
 * all little-endian. Equal places of equally shaped matrices share a piece.
 */
final class SumCodec {
  private static final int SHAPE_BYTES = 2 + 2 * Integer.BYTES;

  private SumCodec() {}

  /**
   * A message in pieces.
   *
   * @param header the frame of the message without its data
   */
  static List<Frame> encode(Frame header, Matrices matrices) {
    List<Matrices.Part> parts = matrices.parts();
    List<byte[]> chunks = new ArrayList<>();
    int to;
    for (int from = 0; from < parts.size(); from = to) {
      Precision precision = parts.get(from).matrix().precision();
      to = from;
      while (to < parts.size() && parts.get(to).matrix().precision() == precision) {
        to++;
      }
      cut(matrices, precision, parts.subList(from, to), chunks);
    }
    if (chunks.isEmpty()) {
      chunks.add(chunk(matrices, Precision.DOUBLE, 0));
    }
    return FrameCodec.pieces(header, chunks);
  }

  private static void cut(
      Matrices all, Precision precision, List<Matrices.Part> parts, List<byte[]> chunks) {
    long left = parts.stream().mapToLong(Matrices.Part::elements).sum();
    Elements elements = new Elements(parts);
    while (left > 0) {
      int count = (int) Math.min(left, FrameCodec.CHUNK_BYTES / precision.bytes());
      byte[] chunk = chunk(all, precision, count);
      elements.read(ByteBuffer.wrap(chunk).position(headBytes(all.parts().size())));
      chunks.add(chunk);
      left -= count;
    }
  }

  /** A piece without its elements. */
  private static byte[] chunk(Matrices all, Precision precision, int elements) {
    List<Matrices.Part> parts = all.parts();
    byte[] bytes = new byte[headBytes(parts.size()) + elements * precision.bytes()];
    ByteBuffer chunk = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    chunk.putInt(parts.size()).put((byte) precision.bytes());
    for (Matrices.Part part : parts) {
      chunk.put((byte) part.matrix().precision().bytes()).put((byte) (part.symmetric() ? 1 : 0));
      chunk.putInt(part.matrix().rows()).putInt(part.matrix().cols());
    }
    return bytes;
  }

  private static int headBytes(int matrices) {
    return Integer.BYTES + 1 + matrices * SHAPE_BYTES;
  }

  /** New matrices from all pieces of a message. */
  static Matrices decode(Frame[] frames) {
    Matrices matrices = zeros(frames[0].data());
    Elements elements = new Elements(matrices.parts());
    for (Frame frame : frames) {
      int head = headBytes(matrices.parts().size());
      elements.write(ByteBuffer.wrap(frame.data()).position(head));
    }
    return matrices;
  }

  private static Matrices zeros(byte[] data) {
    ByteBuffer head = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    List<Matrices.Part> parts = new ArrayList<>();
    int count = head.getInt();
    head.get();
    for (int i = 0; i < count; i++) {
      Precision precision = precision(head.get());
      boolean symmetric = head.get() == 1;
      Matrix matrix = Matrix.zeros(precision, head.getInt(), head.getInt());
      parts.add(new Matrices.Part(matrix, symmetric));
    }
    return new Matrices(parts);
  }

  private static Precision precision(byte elementBytes) {
    return elementBytes == Precision.SINGLE.bytes() ? Precision.SINGLE : Precision.DOUBLE;
  }

  /**
   * The sum of one piece over all workers, in worker order and the elements' own precision, in a
   * new frame.
   *
   * @throws IllegalArgumentException if their matrices are not of the same shapes
   */
  static Frame add(Frame[] summands) {
    Frame first = summands[0];
    int head = headBytes(ByteBuffer.wrap(first.data()).order(ByteOrder.LITTLE_ENDIAN).getInt());
    for (Frame summand : summands) {
      if (!Arrays.equals(
          first.data(), 0, head, summand.data(), 0, Math.min(head, summand.data().length))) {
        throw new IllegalArgumentException(
            "a sum of " + shapes(first.data()) + " and " + shapes(summand.data()));
      }
    }
    byte[] sum = first.data().clone();
    if (precision(sum[Integer.BYTES]) == Precision.SINGLE) {
      addFloats(sum, head, summands);
    } else {
      addDoubles(sum, head, summands);
    }
    return new Frame(
        first.kind(), first.step(), -1, first.dest(), 0, first.chunk(), first.chunks(), sum);
  }

  private static List<String> shapes(byte[] data) {
    try (Matrices zeros = zeros(data)) {
      return zeros.shapes();
    }
  }

  private static void addDoubles(byte[] sum, int head, Frame[] summands) {
    double[] total = new double[(sum.length - head) / Double.BYTES];
    double[] next = new double[total.length];
    elements(sum, head).asDoubleBuffer().get(total);
    for (int worker = 1; worker < summands.length; worker++) {
      elements(summands[worker].data(), head).asDoubleBuffer().get(next);
      for (int i = 0; i < total.length; i++) {
        total[i] += next[i];
      }
    }
    elements(sum, head).asDoubleBuffer().put(total);
  }

  private static void addFloats(byte[] sum, int head, Frame[] summands) {
    float[] total = new float[(sum.length - head) / Float.BYTES];
    float[] next = new float[total.length];
    elements(sum, head).asFloatBuffer().get(total);
    for (int worker = 1; worker < summands.length; worker++) {
      elements(summands[worker].data(), head).asFloatBuffer().get(next);
      for (int i = 0; i < total.length; i++) {
        total[i] += next[i];
      }
    }
    elements(sum, head).asFloatBuffer().put(total);
  }

  private static ByteBuffer elements(byte[] data, int head) {
    return ByteBuffer.wrap(data, head, data.length - head).slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Goes through the elements of some matrices, one matrix after the other. */
  private static final class Elements {
    private final List<Matrices.Part> parts;
    private int part;
    private long at;

    Elements(List<Matrices.Part> parts) {
      this.parts = parts;
    }

    /** Fills what is left of the buffer. */
    void read(ByteBuffer target) {
      each(target, Elements::read);
    }

    /** Takes all that is left of the buffer. */
    void write(ByteBuffer source) {
      each(source, Elements::write);
    }

    private interface Copy {
      void copy(Matrices.Part part, long from, ByteBuffer bytes);
    }

    private void each(ByteBuffer bytes, Copy copy) {
      int end = bytes.limit();
      while (bytes.position() < end) {
        Matrices.Part current = parts.get(part);
        long left = current.elements() - at;
        int size = current.matrix().precision().bytes();
        int count = (int) Math.min(left, (end - bytes.position()) / size);
        bytes.limit(bytes.position() + count * size);
        copy.copy(current, at, bytes);
        bytes.limit(end);
        at += count;
        if (at == current.elements()) {
          part++;
          at = 0;
        }
      }
    }

    private static void read(Matrices.Part part, long from, ByteBuffer target) {
      if (part.symmetric()) {
        part.matrix().readLower(from, target);
      } else {
        part.matrix().readElements(from, target);
      }
    }

    private static void write(Matrices.Part part, long from, ByteBuffer source) {
      if (part.symmetric()) {
        part.matrix().writeLower(from, source);
      } else {
        part.matrix().writeElements(from, source);
      }
    }
  }
}
