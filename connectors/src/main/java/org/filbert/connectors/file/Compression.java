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
 * How a file is compressed, which the end of its name says.
 *
 * <p>Gzip is not read by the platform's {@link java.util.zip.GZIPInputStream}: a damaged header of
 * a later member is the end of the file to that one, and what follows is lost without a word.
 */
public enum Compression {
  GZIP(".gz"),
  BZIP2(".bz2"),
  XZ(".xz");

  /** For messages. */
  public static final String NAMES =
      "as gzip, bzip2 or xz in a file whose name ends in .gz, .bz2 or .xz";

  /** Enough for all that {@code xz -9} makes; a file may ask for a hundred times as much. */
  private static final int XZ_KIBIBYTES = 100 << 10;

  private final String suffix;

  Compression(String suffix) {
    this.suffix = suffix;
  }

  /** That of a file of this name; none if it is plain. */
  public static Optional<Compression> of(String name) {
    return Arrays.stream(values()).filter(each -> name.endsWith(each.suffix)).findFirst();
  }

  /**
   * The uncompressed bytes of a file.
   *
   * @param name of the file, as the user knows it
   * @param stored its bytes
   */
  public static InputStream uncompressed(String name, InputStream stored) throws IOException {
    Optional<Compression> compression = of(name);
    return compression.isEmpty() ? stored : new UnpackedStream(name, compression.get(), stored);
  }

  /** What all members or streams of such data hold, one after the other. */
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
