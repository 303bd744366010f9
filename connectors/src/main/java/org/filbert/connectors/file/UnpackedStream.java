package org.filbert.connectors.file;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Optional;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.filbert.connectors.BadInputException;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/**
 * The contents of a compressed file. Invalid data is reported as a {@link BadInputException} that
 * names the file. Failures to read the file are passed on.
 *
 * <p>{@link java.util.zip.GZIPInputStream} is not used: it takes a damaged header of a later member
 * for the end of the file, and silently loses the rest.
 */
public final class UnpackedStream extends InputStream {
  /** Memory limit of the decoder, which suffices for {@code xz -9}. */
  private static final int XZ_KIBIBYTES = 100 << 10;

  private final String name;
  private final Compression compression;
  private final Stored stored;
  private final InputStream plain;

  /**
   * Opens the uncompressed bytes of a file, whose name tells the compression.
   *
   * @param name of the file, as the user knows it
   * @param stored its bytes
   */
  public static InputStream of(String name, InputStream stored) throws IOException {
    Optional<Compression> compression = Compression.of(name);
    return compression.isEmpty() ? stored : new UnpackedStream(name, compression.get(), stored);
  }

  private UnpackedStream(String name, Compression compression, InputStream in) throws IOException {
    this.name = name;
    this.compression = compression;
    this.stored = new Stored(in);
    try {
      this.plain = unpack(compression, new BufferedInputStream(stored));
    } catch (IOException e) {
      throw translate(e);
    }
  }

  /** The contents of all members or streams of the file, concatenated. */
  private static InputStream unpack(Compression compression, InputStream in) throws IOException {
    return switch (compression) {
      case GZIP -> new GzipCompressorInputStream(in, true);
      case BZIP2 -> new BZip2CompressorInputStream(in, true);
      case XZ -> new XZInputStream(in, XZ_KIBIBYTES);
    };
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
