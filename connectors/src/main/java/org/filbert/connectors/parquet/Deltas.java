package org.filbert.connectors.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.column.Encoding;

/**
 * Checks encodings of differences before they are decoded. The decoder takes memory for as many
 * values as their header claims.
 *
 * <pre>
 * header: varint(block size) | varint(parts of a block) | varint(values) | zigzag varint(first value)
 * block:  zigzag varint(least difference) | a width for each part | a part of values / 8 · width bytes, ...
 * </pre>
 */
final class Deltas {
  /** Writers use 128 or 256. */
  private static final int LARGEST_BLOCK = 1 << 12;

  private final ByteBuffer bytes;

  private Deltas(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  /** Refuses a page that claims more values than it has. */
  static void requireSane(Encoding encoding, ByteBuffer page, int count) throws IOException {
    Deltas deltas = new Deltas(page.duplicate());
    switch (encoding) {
      case DELTA_BINARY_PACKED, DELTA_LENGTH_BYTE_ARRAY -> deltas.pass(count);
      case DELTA_BYTE_ARRAY -> {
        deltas.pass(count); // lengths of what is taken over
        deltas.pass(count); // lengths of the rest
      }
      default -> {}
    }
  }

  /** Goes behind the integers. */
  private void pass(int count) throws IOException {
    long block = varint();
    long parts = varint();
    long values = varint();
    varint();
    if (block < 1 || block > LARGEST_BLOCK || parts < 1 || parts > block || values > count) {
      throw new IOException(
          "found %s values in blocks of %s, allowed %s and %s"
              .formatted(values, block, count, LARGEST_BLOCK));
    }
    for (long left = values - 1; left > 0; left -= block) {
      varint();
      int widths = bytes.position();
      skip((int) parts);
      for (int part = 0; part < parts && part * (block / parts) < left; part++) {
        skip((int) (block / parts / Byte.SIZE) * Byte.toUnsignedInt(bytes.get(widths + part)));
      }
    }
  }

  private void skip(int length) {
    bytes.position(bytes.position() + length);
  }

  private long varint() {
    long value = 0;
    byte next;
    int shift = 0;
    do {
      next = bytes.get();
      value |= (next & 0x7FL) << shift;
      shift += 7;
    } while (next < 0 && shift < Long.SIZE);
    return value;
  }
}
