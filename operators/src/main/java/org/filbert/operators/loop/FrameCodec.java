package org.filbert.operators.loop;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.store.KryoCodec;

/** Cuts messages into frames and puts frames together again. For one thread. */
final class FrameCodec {
  /** Large enough to cost little per byte, small enough to stay clear of spilling. */
  static final int CHUNK_BYTES = 256 * 1024;

  private final KryoCodec kryo;

  FrameCodec(List<Class<?>> messages) {
    this.kryo = new KryoCodec(messages);
  }

  KryoCodec kryo() {
    return kryo;
  }

  List<Frame> encode(Frame.Kind kind, int step, int source, Object message) {
    Chunks chunks = new Chunks();
    try {
      kryo.write(chunks, message);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return frames(kind, step, source, 0, chunks.finish());
  }

  /** A matrix of doubles, cut so that equal places of equally shaped matrices share a chunk. */
  static List<Frame> encodeSummand(int step, int source, Matrix matrix) {
    double[] values = matrix.toArray();
    List<byte[]> chunks = new ArrayList<>();
    int perChunk = CHUNK_BYTES / Double.BYTES;
    for (int from = 0; from < Math.max(1, values.length); from += perChunk) {
      int count = Math.min(perChunk, values.length - from);
      byte[] chunk = new byte[count * Double.BYTES];
      doubles(chunk).put(values, from, count);
      chunks.add(chunk);
    }
    long shape = ((long) matrix.rows() << 32) | matrix.cols();
    return frames(Frame.Kind.SUMMAND, step, source, shape, chunks);
  }

  <T> T decode(Frame[] frames, Class<T> type) {
    List<InputStream> parts = new ArrayList<>();
    for (Frame frame : frames) {
      parts.add(new ByteArrayInputStream(frame.data()));
    }
    try (InputStream in = new SequenceInputStream(Collections.enumeration(parts))) {
      return kryo.read(in, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Matrix decodeSum(Frame[] frames) {
    int rows = (int) (frames[0].tag() >>> 32);
    int cols = (int) frames[0].tag();
    double[] values = new double[Math.multiplyExact(rows, cols)];
    int at = 0;
    for (Frame frame : frames) {
      int count = frame.data().length / Double.BYTES;
      doubles(frame.data()).get(values, at, count);
      at += count;
    }
    return Matrix.of(Precision.DOUBLE, rows, cols, values);
  }

  /** The sum of one chunk over all workers, in worker order, in a new frame. */
  static Frame add(Frame[] summands) {
    Frame first = summands[0];
    double[] sum = new double[first.data().length / Double.BYTES];
    double[] next = new double[sum.length];
    doubles(first.data()).get(sum);
    for (int worker = 1; worker < summands.length; worker++) {
      if (summands[worker].tag() != first.tag()) {
        throw new IllegalStateException("summands of different shapes");
      }
      doubles(summands[worker].data()).get(next);
      for (int i = 0; i < sum.length; i++) {
        sum[i] += next[i];
      }
    }
    byte[] data = new byte[first.data().length];
    doubles(data).put(sum);
    return new Frame(
        first.kind(), first.step(), -1, first.chunk(), first.chunks(), first.tag(), data);
  }

  private static DoubleBuffer doubles(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer();
  }

  private static List<Frame> frames(
      Frame.Kind kind, int step, int source, long tag, List<byte[]> chunks) {
    List<Frame> frames = new ArrayList<>();
    for (int i = 0; i < chunks.size(); i++) {
      frames.add(new Frame(kind, step, source, i, chunks.size(), tag, chunks.get(i)));
    }
    return frames;
  }

  /** An output that never needs one array for everything. */
  private static final class Chunks extends OutputStream {
    private final List<byte[]> full = new ArrayList<>();
    private byte[] current = new byte[1024];
    private int used;

    @Override
    public void write(int value) {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
      int at = from;
      int left = count;
      while (left > 0) {
        if (used == current.length) {
          grow(left);
        }
        int now = Math.min(left, current.length - used);
        System.arraycopy(bytes, at, current, used, now);
        used += now;
        at += now;
        left -= now;
      }
    }

    private void grow(int left) {
      if (current.length == CHUNK_BYTES) {
        full.add(current);
        current = new byte[CHUNK_BYTES];
        used = 0;
      } else {
        int wanted = Math.max(2 * current.length, used + left);
        current = Arrays.copyOf(current, Math.min(CHUNK_BYTES, wanted));
      }
    }

    List<byte[]> finish() {
      full.add(Arrays.copyOf(current, used));
      return full;
    }
  }
}
