package org.filbert.connectors.file;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.filbert.connectors.BadInputException;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a compressed file. Invalid data is reported as a {@link BadInputException} that
 * names the file. Failures to read the file are passed on.
 */
final class UnpackedStream extends InputStream {
  private final String name;
  private final Compression compression;
  private final Stored stored;
  private final InputStream plain;

  UnpackedStream(String name, Compression compression, InputStream in) throws IOException {
    this.name = name;
    this.compression = compression;
    this.stored = new Stored(in);
    try {
      this.plain = compression.unpack(stored);
    } catch (IOException e) {
      throw translate(e);
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    try {
      return plain.read(target, from, length);
    } catch (IOException e) {
      throw translate(e);
    }
  }

  private IOException translate(IOException e) {
    if (e == stored.failure) {
      return e;
    }
    throw new BadInputException(
        name,
        "found %s data that cannot be unpacked (%s), allowed a complete %s file"
            .formatted(
                compression,
                Objects.requireNonNullElse(e.getMessage(), "it ends too early"),
                compression),
        e);
  }

  @Override
  public void close() throws IOException {
    plain.close();
  }

  /** Remembers its own failure to distinguish it from one of the decoder. */
  private static final class Stored extends FilterInputStream {
    private @Nullable IOException failure;

    Stored(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      try {
        return super.read();
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
      try {
        return super.read(target, from, length);
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }
  }
}
