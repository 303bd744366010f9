package org.filbert.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.store.codec.CodecException;
import org.filbert.store.codec.PrecisionSerializer;

/**
 * The first bytes of every binary part, little-endian:
 *
 * <pre>
 *        0        1        2        3        4        5        6        7
 *  0 |   F    |   I    |   L    |   B    | format version  | content| element|
 *  8 | rows                                                                  |
 * 16 | columns                                                               |
 * 24 | 0                                                                     |
 * </pre>
 *
 * @param content {@link #MATRIX} or {@link #KRYO}
 * @param element the {@link PrecisionSerializer code} of a matrix, else 0
 */
record PartHeader(int content, int element, long rows, long cols) {
  static final int BYTES = 32;
  static final int MATRIX = 1;
  static final int KRYO = 2;

  private static final byte[] MAGIC = "FILB".getBytes(StandardCharsets.US_ASCII);

  static PartHeader kryo() {
    return new PartHeader(KRYO, 0, 0, 0);
  }

  static PartHeader matrix(Matrix matrix) {
    return new PartHeader(
        MATRIX, PrecisionSerializer.code(matrix.precision()), matrix.rows(), matrix.cols());
  }

  void write(OutputStream out) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    buffer.put(MAGIC).putShort((short) Manifest.FORMAT_VERSION);
    buffer.put((byte) content).put((byte) element).putLong(rows).putLong(cols);
    out.write(buffer.array());
  }

  /** Reads a header and checks everything except the shape. */
  static PartHeader read(InputStream in, int expected) throws IOException {
    byte[] bytes = in.readNBytes(BYTES);
    if (bytes.length < BYTES) {
      throw new CodecException("found " + bytes.length + " bytes, expected a header of " + BYTES);
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    byte[] magic = new byte[MAGIC.length];
    buffer.get(magic);
    if (!Arrays.equals(magic, MAGIC)) {
      throw new CodecException(
          "found the bytes %s at the start, expected 46494c42 (FILB)"
              .formatted(HexFormat.of().formatHex(magic)));
    }
    int version = Short.toUnsignedInt(buffer.getShort());
    if (version < 1 || version > Manifest.FORMAT_VERSION) {
      throw new CodecException(
          "found format version %s, this program reads 1 to %s"
              .formatted(version, Manifest.FORMAT_VERSION));
    }
    PartHeader header =
        new PartHeader(buffer.get(), buffer.get(), buffer.getLong(), buffer.getLong());
    if (header.content != expected) {
      throw new CodecException(
          "found content " + header.content + ", expected " + expected + " (1 matrix, 2 Kryo)");
    }
    return header;
  }

  /** Allocates a matrix of the header's shape after checking it against the size of the file. */
  Matrix allocate(long fileSize) throws CodecException {
    Precision precision = PrecisionSerializer.precision(element);
    if (!fits(fileSize - BYTES, precision)) {
      throw new CodecException(
          "found a matrix of %s x %s elements of %s bytes in a file of %s bytes"
              .formatted(rows, cols, precision.bytes(), fileSize));
    }
    return Matrix.zeros(precision, (int) rows, (int) cols);
  }

  /** Whether the elements have this many bytes. False if the product exceeds a long. */
  private boolean fits(long bytes, Precision precision) {
    if (rows < 0 || rows > Integer.MAX_VALUE || cols < 0 || cols > Integer.MAX_VALUE) {
      return false;
    }
    long elements = rows * cols; // below 2^62
    return elements <= Long.MAX_VALUE / precision.bytes() && elements * precision.bytes() == bytes;
  }
}
