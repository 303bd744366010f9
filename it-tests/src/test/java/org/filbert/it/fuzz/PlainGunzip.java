package org.filbert.it.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * A second reader of gzip files, RFC 1952. The platform's reader takes a damaged header of a later
 * member for the end of the file. Header checksums are ignored, as no header field is used.
 */
final class PlainGunzip {
  private static final int MAGIC = 0x8b1f;
  private static final int DEFLATE = 8;
  private static final int HEADER_CHECKSUM = 1 << 1;
  private static final int EXTRA = 1 << 2;
  private static final int NAME = 1 << 3;
  private static final int COMMENT = 1 << 4;
  private static final int RESERVED = 0b111 << 5;

  private final ByteBuffer file;
  private final ByteArrayOutputStream plain = new ByteArrayOutputStream();

  private PlainGunzip(byte[] file) {
    this.file = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The contents of all members; null if one is damaged. */
  static byte @Nullable [] read(byte[] file) {
    PlainGunzip reader = new PlainGunzip(file);
    try {
      do {
        if (!reader.header() || !reader.member()) {
          return null;
        }
      } while (reader.file.hasRemaining());
      return reader.plain.toByteArray();
    } catch (BufferUnderflowException | DataFormatException e) {
      return null;
    }
  }

  private boolean header() {
    if (Short.toUnsignedInt(file.getShort()) != MAGIC || file.get() != DEFLATE) {
      return false;
    }
    int flags = file.get();
    file.getInt();
    file.getShort();
    if ((flags & EXTRA) != 0) {
      file.get(new byte[Short.toUnsignedInt(file.getShort())]);
    }
    for (int text : new int[] {NAME, COMMENT}) {
      while ((flags & text) != 0 && file.get() != 0) {
        // On to its end.
      }
    }
    if ((flags & HEADER_CHECKSUM) != 0) {
      file.getShort();
    }
    return (flags & RESERVED) == 0;
  }

  private boolean member() throws DataFormatException {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(file);
      CRC32 checksum = new CRC32();
      byte[] piece = new byte[1 << 13];
      while (!inflater.finished()) {
        int count = inflater.inflate(piece);
        if (count == 0 && !inflater.finished()) {
          return false;
        }
        checksum.update(piece, 0, count);
        plain.write(piece, 0, count);
      }
      return file.getInt() == (int) checksum.getValue()
          && file.getInt() == (int) inflater.getBytesWritten();
    } finally {
      inflater.end();
    }
  }
}
