package org.filbert.connectors.flink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Writes an array as its length and the little-endian elements, in bulk. Memory is allocated for
 * elements that have arrived, not for a claimed length. An {@link IOException} means that the bytes
 * hold no array.
 */
public final class ArrayCodec {
  private static final int CHUNK_BYTES = 1 << 13;
  private static final ThreadLocal<byte[]> CHUNK =
      ThreadLocal.withInitial(() -> new byte[CHUNK_BYTES]);

  /** Memory that is allocated at once for a claimed length. */
  private static final int RESERVED_BYTES = 1 << 20;

  private interface Copy<A> {
    void copy(ByteBuffer chunk, A array, int at, int count);
  }

  private record Type<A>(int bytes, IntFunction<A> create, Copy<A> put, Copy<A> get) {}

  private static final Type<int[]> INTS =
      new Type<>(
          Integer.BYTES,
          int[]::new,
          (chunk, array, at, count) -> chunk.asIntBuffer().put(array, at, count),
          (chunk, array, at, count) -> chunk.asIntBuffer().get(array, at, count));
  private static final Type<long[]> LONGS =
      new Type<>(
          Long.BYTES,
          long[]::new,
          (chunk, array, at, count) -> chunk.asLongBuffer().put(array, at, count),
          (chunk, array, at, count) -> chunk.asLongBuffer().get(array, at, count));
  private static final Type<double[]> DOUBLES =
      new Type<>(
          Double.BYTES,
          double[]::new,
          (chunk, array, at, count) -> chunk.asDoubleBuffer().put(array, at, count),
          (chunk, array, at, count) -> chunk.asDoubleBuffer().get(array, at, count));

  private ArrayCodec() {}

  public static void writeDoubles(double[] values, DataOutputView out) throws IOException {
    write(DOUBLES, values, values.length, out);
  }

  public static double[] readDoubles(DataInputView in) throws IOException {
    return read(DOUBLES, in, readLength(in));
  }

  public static void writeInts(int[] values, DataOutputView out) throws IOException {
    write(INTS, values, values.length, out);
  }

  public static int[] readInts(DataInputView in) throws IOException {
    return read(INTS, in, readLength(in));
  }

  public static void writeLongs(long[] values, DataOutputView out) throws IOException {
    write(LONGS, values, values.length, out);
  }

  public static long[] readLongs(DataInputView in) throws IOException {
    return read(LONGS, in, readLength(in));
  }

  public static void writeBytes(byte[] values, DataOutputView out) throws IOException {
    out.writeInt(values.length);
    out.write(values);
  }

  public static byte[] readBytes(DataInputView in) throws IOException {
    return readBytes(in, readLength(in));
  }

  /** Reads bytes whose length has been read before. */
  static byte[] readBytes(DataInputView in, int length) throws IOException {
    byte[] bytes = new byte[Math.min(length, RESERVED_BYTES)];
    in.readFully(bytes);
    while (bytes.length < length) {
      int have = bytes.length;
      bytes = Arrays.copyOf(bytes, (int) Math.min(length, 2L * have));
      in.readFully(bytes, have, bytes.length - have);
    }
    return bytes;
  }

  /** Writes text as UTF-8. */
  public static void writeText(String text, DataOutputView out) throws IOException {
    writeBytes(text.getBytes(StandardCharsets.UTF_8), out);
  }

  /**
   * Reads text.
   *
   * @throws IOException if a part of it is missing
   */
  public static String readText(DataInputView in) throws IOException {
    return new String(readBytes(in), StandardCharsets.UTF_8);
  }

  /** Reads a length or a count. */
  public static int readLength(DataInputView in) throws IOException {
    int length = in.readInt();
    if (length < 0) {
      throw new IOException("found a length of " + length + ", allowed 0 and more");
    }
    return length;
  }

  private static <A> void write(Type<A> type, A values, int length, DataOutputView out)
      throws IOException {
    out.writeInt(length);
    byte[] bytes = CHUNK.get();
    ByteBuffer chunk = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int count;
    for (int at = 0; at < length; at += count) {
      count = Math.min(CHUNK_BYTES / type.bytes, length - at);
      type.put.copy(chunk, values, at, count);
      out.write(bytes, 0, count * type.bytes);
    }
  }

  private static <A> A read(Type<A> type, DataInputView in, int length) throws IOException {
    byte[] bytes = CHUNK.get();
    ByteBuffer chunk = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int have = Math.min(length, RESERVED_BYTES / type.bytes);
    A values = type.create.apply(have);
    int count;
    for (int at = 0; at < length; at += count) {
      if (at == have) {
        have = (int) Math.min(length, 2L * have);
        A longer = type.create.apply(have);
        System.arraycopy(values, 0, longer, 0, at);
        values = longer;
      }
      count = Math.min(CHUNK_BYTES / type.bytes, have - at);
      in.readFully(bytes, 0, count * type.bytes);
      type.get.copy(chunk, values, at, count);
    }
    return values;
  }
}
