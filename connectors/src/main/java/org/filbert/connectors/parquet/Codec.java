package org.filbert.connectors.parquet;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import org.apache.parquet.format.CompressionCodec;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.file.InputFile;
import org.xerial.snappy.Snappy;

/** Unpacks pages. Bytes that cannot be unpacked give an {@link IOException}. */
final class Codec {
  private Codec() {}

  static void requireReadable(InputFile file, String column, CompressionCodec codec) {
    switch (codec) {
      case UNCOMPRESSED, SNAPPY, GZIP, ZSTD, LZ4_RAW -> {}
      default ->
          throw new BadInputException(
              file.name(),
              "found %s compressed by %s, allowed uncompressed, snappy, gzip, zstd or lz4_raw"
                  .formatted(column, codec.name().toLowerCase(Locale.ROOT)));
    }
  }

  /**
   * The bytes of a page.
   *
   * @param size of the unpacked page, as its header has it; no more memory is taken than the packed
   *     bytes can fill
   */
  static ByteBuffer unpack(CompressionCodec codec, byte[] packed, int from, int size)
      throws IOException {
    int length = packed.length - from;
    if (codec == CompressionCodec.UNCOMPRESSED) {
      return ByteBuffer.wrap(packed, from, length).slice();
    }
    if (size == 0) {
      return ByteBuffer.allocate(0);
    }
    byte[] page =
        switch (codec) {
          case SNAPPY -> {
            // a copy of 3 bytes gives 64
            require(
                size <= 22L * length && Snappy.uncompressedLength(packed, from, length) == size);
            byte[] bytes = new byte[size];
            Snappy.uncompress(packed, from, length, bytes, 0);
            yield bytes;
          }
          case LZ4_RAW -> {
            require(size <= 256L * length); // a byte of a length stands for 255
            byte[] bytes = new byte[size];
            try {
              require(
                  LZ4Factory.safeInstance()
                          .safeDecompressor()
                          .decompress(packed, from, length, bytes, 0, size)
                      == size);
            } catch (LZ4Exception e) {
              throw new IOException(e);
            }
            yield bytes;
          }
          case GZIP ->
              whole(new GZIPInputStream(new ByteArrayInputStream(packed, from, length)), size);
          default ->
              whole(new ZstdInputStream(new ByteArrayInputStream(packed, from, length)), size);
        };
    return ByteBuffer.wrap(page);
  }

  private static byte[] whole(InputStream stream, int size) throws IOException {
    try (stream) {
      byte[] page = stream.readNBytes(size);
      require(page.length == size);
      return page;
    }
  }

  private static void require(boolean condition) throws IOException {
    if (!condition) {
      throw new IOException("found a page of another size than its header says");
    }
  }
}
