package org.filbert.connectors.idx;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Locale;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.NoRecordsException;
import org.filbert.connectors.file.InputFile;
import org.jspecify.annotations.Nullable;

/**
 * An open idx file: two zero bytes, the element type, the number of dimensions, each dimension as a
 * big-endian 4-byte integer, and the elements. The first dimension counts the records.
 */
final class IdxFile implements Closeable {
  private static final int UNSIGNED_BYTE = 0x08;

  /** Largest number of values in a record: a row of 256 MiB. */
  private static final int LONGEST = 1 << 25;

  private final InputFile file;
  private final DataInputStream in;
  private final int records;
  private final int width;

  IdxFile(InputFile file) throws IOException {
    this.file = file;
    this.in = new DataInputStream(new BufferedInputStream(file.open(0), file.bufferBytes()));
    try {
      int dimensions = readMagic();
      this.records = readRecords();
      long elements = 1;
      for (int i = 1; i < dimensions; i++) {
        elements *= readDimension();
        require(elements <= LONGEST, "records of " + elements + " bytes", "" + LONGEST);
      }
      this.width = (int) elements;
      requireLength(4L * (1 + dimensions));
    } catch (EOFException e) {
      in.close();
      throw new BadInputException(
          file.name(), "found a truncated header, allowed a complete idx file", e);
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  String name() {
    return file.name();
  }

  int records() {
    return records;
  }

  /** Size of a record in bytes. */
  int width() {
    return width;
  }

  void skip(long count) throws IOException {
    try {
      in.skipNBytes(count * width);
    } catch (EOFException e) {
      throw truncated(e);
    }
  }

  /** Reads the next record. Memory is allocated as its bytes arrive. */
  byte[] next() throws IOException {
    byte[] record = in.readNBytes(width);
    if (record.length < width) {
      throw truncated(null);
    }
    return record;
  }

  /** An uncompressed file must be at least as long as its header says. */
  private void requireLength(long header) {
    if (!file.compressed() && file.length() < header + (long) records * width) {
      throw truncated(null);
    }
  }

  private int readMagic() throws IOException {
    int magic = in.readInt();
    int dimensions = magic & 0xFF;
    require(
        magic >>> 8 == UNSIGNED_BYTE && dimensions > 0,
        String.format(Locale.ROOT, "the magic number 0x%08X", magic),
        "0x000008dd (idx of unsigned bytes in dd dimensions)");
    return dimensions;
  }

  private int readRecords() throws IOException {
    int size = in.readInt();
    if (size == 0) {
      throw new NoRecordsException(
          file.name(), "found a dimension of 0, allowed 1 to " + Integer.MAX_VALUE);
    }
    return requireDimension(size);
  }

  private int readDimension() throws IOException {
    return requireDimension(in.readInt());
  }

  private int requireDimension(int size) {
    require(size > 0, "a dimension of " + Integer.toUnsignedString(size), "1 to 2147483647");
    return size;
  }

  private void require(boolean condition, String found, String allowed) {
    if (!condition) {
      throw new BadInputException(file.name(), "found " + found + ", allowed " + allowed);
    }
  }

  private BadInputException truncated(@Nullable EOFException e) {
    return new BadInputException(
        file.name(),
        "found fewer bytes than the header says, allowed " + records + " records of " + width,
        e);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
