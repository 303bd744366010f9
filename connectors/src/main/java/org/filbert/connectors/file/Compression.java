package org.filbert.connectors.file;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * The compression of a file, which its name's suffix determines.
 *
 * <p>{@link java.util.zip.GZIPInputStream} is not used: it takes a damaged header of a later member
 * for the end of the file, and silently loses the rest.
 */
public enum Compression {
  GZIP(".gz"),
  BZIP2(".bz2"),
  XZ(".xz");

  /** The formats, for messages. */
  public static final String NAMES =
      "as gzip, bzip2 or xz in a file whose name ends in .gz, .bz2 or .xz";

  /** Memory limit of the decoder, which suffices for {@code xz -9}. */
  private static final int XZ_KIBIBYTES = 100 << 10;

  private final String suffix;

  Compression(String suffix) {
    this.suffix = suffix;
  }

  /** The compression of a file with this name. Empty if the file is plain. */
  public static Optional<Compression> of(String name) {
    return Arrays.stream(values()).filter(each -> name.endsWith(each.suffix)).findFirst();
  }

  /**
   * Opens the uncompressed bytes of a file.
   *
   * @param name of the file, as the user knows it
   * @param stored its bytes
   */
  public static InputStream uncompressed(String name, InputStream stored) throws IOException {
    Optional<Compression> compression = of(name);
    return compression.isEmpty() ? stored : new UnpackedStream(name, compression.get(), stored);
  }

  /** The contents of all members or streams of the file, concatenated. */
  InputStream unpack(InputStream stored) throws IOException {
    InputStream in = new BufferedInputStream(stored);
    return switch (this) {
      case GZIP -> new GzipCompressorInputStream(in, true);
      case BZIP2 -> new BZip2CompressorInputStream(in, true);
      case XZ -> new XZInputStream(in, XZ_KIBIBYTES);
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
