package org.filbert.operators.loop.internal.frames;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.filbert.linalg.Precision;
import org.filbert.workers.Matrices;

/**
 * Encodes matrices as pieces that reducers can add one by one:
 *
 * <pre>
 * int         number of matrices
 * byte        bytes of an element of this piece
 * for each matrix: byte bytes of an element, byte 1 if symmetric, int rows, int columns
 * elements    of one precision, row after row, matrix after matrix; of symmetric ones the lower
 *             triangle with the diagonal
 * </pre>
 *
 * All values are little-endian. Equal positions of equally shaped matrices are in the same piece.
 * Pieces are untrusted: pieces that do not match cause an {@link IllegalArgumentException}.
 */
public final class SumCodec {
  private SumCodec() {}

  /**
   * Divides matrices into pieces.
   *
   * @param header the frame of the message without its data
   */
  public static List<Frame> encode(Frame header, Matrices matrices) {
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
    return header.pieces(chunks);
  }

  private static void cut(
      Matrices all, Precision precision, List<Matrices.Part> parts, List<byte[]> chunks) {
    long left = parts.stream().mapToLong(Matrices.Part::elements).sum();
    Elements elements = new Elements(parts);
    while (left > 0) {
      int count = (int) Math.min(left, Frame.CHUNK_BYTES / precision.bytes());
      byte[] chunk = chunk(all, precision, count);
      elements.read(ByteBuffer.wrap(chunk).position(chunk.length - count * precision.bytes()));
      chunks.add(chunk);
      left -= count;
    }
  }

  /** A piece without its elements. */
  private static byte[] chunk(Matrices all, Precision precision, int elements) {
    SumHead head = SumHead.of(all, precision);
    byte[] bytes = new byte[head.bytes() + elements * precision.bytes()];
    head.write(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
    return bytes;
  }

  /** New matrices from all pieces of a message. */
  public static Matrices decode(Frame[] frames) {
    SumHead head = SumHead.read(frames[0].data());
    long bytes = 0;
    for (Frame frame : frames) {
      bytes += Math.max(0, frame.data().length - head.bytes());
    }
    if (!head.holds(bytes)) {
      throw new IllegalArgumentException(
          "found " + bytes + " bytes of elements of " + head.shapes());
    }
    Matrices matrices = head.zeros();
    boolean complete = false;
    try {
      Elements elements = new Elements(matrices.parts());
      for (Frame frame : frames) {
        int from = Math.min(head.bytes(), frame.data().length);
        elements.write(ByteBuffer.wrap(frame.data()).position(from));
      }
      complete = true;
      return matrices;
    } finally {
      if (!complete) {
        matrices.close();
      }
    }
  }

  /** Adds a piece over all workers in worker order, in the elements' precision. */
  public static Frame add(Frame[] summands) {
    Frame first = summands[0];
    SumHead head = SumHead.read(first.data());
    for (Frame summand : summands) {
      SumHead other = SumHead.read(summand.data());
      if (!head.equals(other)) {
        throw new IllegalArgumentException("a sum of " + head.shapes() + " and " + other.shapes());
      }
      if (summand.data().length != first.data().length) {
        throw new IllegalArgumentException(
            "a sum of pieces of %s and %s bytes"
                .formatted(first.data().length, summand.data().length));
      }
    }
    byte[] sum = first.data().clone();
    if (head.precision() == Precision.SINGLE) {
      addFloats(sum, head.bytes(), summands);
    } else {
      addDoubles(sum, head.bytes(), summands);
    }
    return new Frame(
        first.kind(), first.step(), -1, first.dest(), 0, first.chunk(), first.chunks(), sum);
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

  /** Iterates over the elements of some matrices, one matrix after the other. */
  private static final class Elements {
    private final List<Matrices.Part> parts;
    private int part;
    private long at;

    Elements(List<Matrices.Part> parts) {
      this.parts = parts;
    }

    /** Fills the rest of the buffer. */
    void read(ByteBuffer target) {
      each(target, Elements::read);
    }

    /** Consumes the rest of the buffer. */
    void write(ByteBuffer source) {
      each(source, Elements::write);
    }

    private interface Copy {
      void copy(Matrices.Part part, long from, ByteBuffer bytes);
    }

    private void each(ByteBuffer bytes, Copy copy) {
      int end = bytes.limit();
      while (bytes.position() < end) {
        if (part == parts.size()) {
          throw new IllegalArgumentException("found elements of more matrices than there are");
        }
        Matrices.Part current = parts.get(part);
        long left = current.elements() - at;
        int size = current.matrix().precision().bytes();
        int count = (int) Math.min(left, (end - bytes.position()) / size);
        if (count == 0 && left > 0) {
          throw new IllegalArgumentException("found a part of an element at the end of a piece");
        }
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
