package org.filbert.store.codec;

import java.nio.ByteBuffer;
import java.util.function.IntFunction;

/**
 * A primitive type whose arrays are copied in bulk to and from a byte buffer.
 *
 * @param <A> the array type
 * @param bytes size of an element
 */
record ElementType<A>(int bytes, IntFunction<A> create, Copy<A> put, Copy<A> get) {
  static final ElementType<byte[]> BYTES =
      new ElementType<>(1, byte[]::new, ByteBuffer::put, ByteBuffer::get);
  static final ElementType<int[]> INTS =
      new ElementType<>(
          Integer.BYTES,
          int[]::new,
          (buffer, array, from, count) -> buffer.asIntBuffer().put(array, from, count),
          (buffer, array, from, count) -> buffer.asIntBuffer().get(array, from, count));
  static final ElementType<long[]> LONGS =
      new ElementType<>(
          Long.BYTES,
          long[]::new,
          (buffer, array, from, count) -> buffer.asLongBuffer().put(array, from, count),
          (buffer, array, from, count) -> buffer.asLongBuffer().get(array, from, count));
  static final ElementType<float[]> FLOATS =
      new ElementType<>(
          Float.BYTES,
          float[]::new,
          (buffer, array, from, count) -> buffer.asFloatBuffer().put(array, from, count),
          (buffer, array, from, count) -> buffer.asFloatBuffer().get(array, from, count));
  static final ElementType<double[]> DOUBLES =
      new ElementType<>(
          Double.BYTES,
          double[]::new,
          (buffer, array, from, count) -> buffer.asDoubleBuffer().put(array, from, count),
          (buffer, array, from, count) -> buffer.asDoubleBuffer().get(array, from, count));

  /** Copies between the start of the buffer and {@code count} elements of the array. */
  interface Copy<A> {
    void copy(ByteBuffer buffer, A array, int from, int count);
  }
}
