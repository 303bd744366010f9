package org.filbert.linalg;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.Objects;

/** Elements as little-endian bytes in their own precision, part by part. */
record ElementBytes(Elements elements) {

  /** Fills what is left of the target with elements from a number on. */
  void read(long number, ByteBuffer target) {
    int count = count(number, target);
    ByteBuffer bytes = target.slice().order(ByteOrder.LITTLE_ENDIAN);
    NativeArray array = elements.array();
    if (elements.precision() == Precision.SINGLE) {
      FloatBuffer floats = bytes.asFloatBuffer();
      elements.forEachRun(number, count, (at, done, n) -> array.get(at, floats, done, n));
    } else {
      DoubleBuffer doubles = bytes.asDoubleBuffer();
      elements.forEachRun(number, count, (at, done, n) -> array.get(at, doubles, done, n));
    }
    target.position(target.limit());
  }

  /** Overwrites elements from a number on with what is left of the source. */
  void write(long number, ByteBuffer source) {
    int count = count(number, source);
    ByteBuffer bytes = source.slice().order(ByteOrder.LITTLE_ENDIAN);
    NativeArray array = elements.array();
    if (elements.precision() == Precision.SINGLE) {
      FloatBuffer floats = bytes.asFloatBuffer();
      elements.forEachRun(number, count, (at, done, n) -> array.put(at, floats, done, n));
    } else {
      DoubleBuffer doubles = bytes.asDoubleBuffer();
      elements.forEachRun(number, count, (at, done, n) -> array.put(at, doubles, done, n));
    }
    source.position(source.limit());
  }

  private int count(long number, ByteBuffer buffer) {
    int size = elements.precision().bytes();
    if (buffer.remaining() % size != 0) {
      throw new IllegalArgumentException(
          "buffer of " + buffer.remaining() + " bytes for elements of " + size);
    }
    int count = buffer.remaining() / size;
    Objects.checkFromIndexSize(number, count, elements.count());
    return count;
  }
}
