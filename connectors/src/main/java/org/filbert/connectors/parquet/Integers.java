package org.filbert.connectors.parquet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Small integers in runs of equal ones and of bits that are packed: the levels and the indices of a
 * dictionary ("RLE / bit-packing hybrid" of the Parquet specification). Runs are not unpacked
 * before they are needed, so their claimed lengths cost nothing.
 *
 * <pre>
 * run of equal ones: varint(length · 2)      | value in ⌈width / 8⌉ bytes, little endian
 * packed run:        varint(length / 8 · 2 + 1) | length · width bits, the lowest first
 * </pre>
 */
final class Integers {
  private final ByteBuffer bytes;
  private final int width;
  private long left;
  private boolean packed;
  private int value;

  /** Bits that are read and not yet used, the next ones lowest. */
  private long bits;

  private int count;

  Integers(ByteBuffer bytes, int width) {
    if (width < 0 || width > Integer.SIZE) {
      throw new IllegalArgumentException("found integers of " + width + " bits, allowed 0 to 32");
    }
    this.bytes = bytes;
    this.width = width;
  }

  /** Takes the bytes before which their number stands. */
  static ByteBuffer withLength(ByteBuffer bytes) {
    int length = bytes.order(ByteOrder.LITTLE_ENDIAN).getInt();
    ByteBuffer found = bytes.slice(bytes.position(), length);
    bytes.position(bytes.position() + length);
    return found;
  }

  int next() {
    while (left == 0) {
      start();
    }
    left--;
    return packed ? unpack() : value;
  }

  private void start() {
    long header = varint();
    packed = (header & 1) == 1;
    left = packed ? (header >>> 1) * Byte.SIZE : header >>> 1;
    bits = 0;
    count = 0;
    if (!packed) {
      value = 0;
      for (int shift = 0; shift < width; shift += Byte.SIZE) {
        value |= Byte.toUnsignedInt(bytes.get()) << shift;
      }
    }
  }

  private int unpack() {
    while (count < width) {
      bits |= Byte.toUnsignedLong(bytes.get()) << count;
      count += Byte.SIZE;
    }
    int next = (int) (bits & ((1L << width) - 1));
    bits >>>= width;
    count -= width;
    return next;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += 7) {
      byte next = bytes.get();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("found a length of more than 32 bits");
  }
}
