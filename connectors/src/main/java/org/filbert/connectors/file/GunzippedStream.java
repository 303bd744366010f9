package org.filbert.connectors.file;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.filbert.connectors.BadInputException;
import org.jspecify.annotations.Nullable;

/**
 * What a gzip file of one or more members holds. Damaged data is a {@link BadInputException} that
 * names the file, wherever it comes up; a failure to read the file stays what it is.
 *
 * <p>Not the platform's {@link java.util.zip.GZIPInputStream}: a damaged header of a later member
 * is the end of the file to that one, and what follows is lost without a word.
 */
final class GunzippedStream extends InputStream {
  private final String name;
  private final Stored stored;
  private final InputStream plain;

  GunzippedStream(String name, InputStream in) throws IOException {
    this.name = name;
    this.stored = new Stored(in);
    try {
      this.plain = new GzipCompressorInputStream(stored, true);
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
        name, "found damaged gzip data (" + e.getMessage() + "), allowed a complete gzip file", e);
  }

  @Override
  public void close() throws IOException {
    plain.close();
  }

  /** Remembers its own failure, so that it can be told from one of the decoder. */
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
