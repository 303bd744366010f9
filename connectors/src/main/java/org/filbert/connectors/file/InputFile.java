package org.filbert.connectors.file;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.net.URI;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.Path;
import org.filbert.connectors.BadInputException;

/**
 * A file of a data set.
 *
 * @param index among the files of the data set
 * @param name path as the user gave it, for messages
 * @param uri fully qualified location, escaped as URIs are
 * @param length in stored bytes
 */
public record InputFile(int index, String name, String uri, long length) implements Serializable {
  private static final int OFFSET_BITS = 44;
  private static final int SMALLEST_BUFFER = 1 << 10;
  private static final int BUFFER = 1 << 16;

  /** Largest number of files whose positions can be distinguished. */
  public static final int MAX_FILES = 1 << (Long.SIZE - 1 - OFFSET_BITS);

  public Path path() {
    return new Path(URI.create(uri));
  }

  /** The same at another place among the files of a data set. */
  public InputFile at(int place) {
    return place == index ? this : new InputFile(place, name, uri, length);
  }

  public boolean compressed() {
    return Compression.of(name).isPresent();
  }

  /**
   * The position of a record. Positions are distinct for files of up to 16 TiB.
   *
   * @param offset of the record's first byte in the uncompressed file, or the record's number
   */
  public long position(long offset) {
    return (long) index << OFFSET_BITS | offset;
  }

  /** Index of the file that contains a position. */
  public static int fileOf(long position) {
    return (int) (position >>> OFFSET_BITS);
  }

  /** Offset of the first byte, or number, of the record at a position. */
  public static long offsetOf(long position) {
    return position & ((1L << OFFSET_BITS) - 1);
  }

  /** A buffer size for reading, a power of two that exceeds the length of a small file. */
  public int bufferBytes() {
    int most = (int) Math.min(length, BUFFER - 1);
    return Math.max(SMALLEST_BUFFER, Integer.highestOneBit(most) << 1);
  }

  /** Number of lines that end before an offset of the uncompressed file. Reads up to there. */
  public long linesBefore(long offset) throws IOException {
    long lines = 0;
    try (InputStream in = open(0)) {
      byte[] buffer = new byte[bufferBytes()];
      long remaining = offset;
      while (remaining > 0) {
        int read = in.read(buffer, 0, (int) Math.min(remaining, buffer.length));
        if (read < 0) {
          throw new IOException(name + ": became shorter while it was read");
        }
        for (int i = 0; i < read; i++) {
          lines += buffer[i] == '\n' ? 1 : 0;
        }
        remaining -= read;
      }
    }
    return lines;
  }

  /** The bytes of the file as they are stored. */
  public FSDataInputStream stored() throws IOException {
    try {
      return path().getFileSystem().open(path());
    } catch (FileNotFoundException e) {
      throw new BadInputException(
          name, "found no file to open (" + e.getMessage() + "), allowed a readable file", e);
    }
  }

  /** The uncompressed bytes from {@code offset} on. */
  public InputStream open(long offset) throws IOException {
    FSDataInputStream stored = stored();
    try {
      if (!compressed()) {
        stored.seek(offset);
        return stored;
      }
      InputStream plain = UnpackedStream.of(name, stored);
      plain.skipNBytes(offset);
      return plain;
    } catch (IOException | RuntimeException e) {
      stored.close();
      throw e;
    }
  }
}
