package org.filbert.connectors.parquet;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/** The pages of a chunk, one after the other. Of a chunk, one page is in memory. */
final class Pages {
  private static final int BUFFER = 1 << 16;

  /**
   * A page.
   *
   * @param count of the values, those that are missing included
   * @param levels one integer for each value, 0 if it is missing; null if none is
   * @param values those that are there
   */
  record Page(
      boolean dictionary,
      int count,
      @Nullable ByteBuffer levels,
      Encoding encoding,
      ByteBuffer values) {}

  private final Chunk chunk;
  private final Range range;
  private final InputStream in;

  Pages(Chunk chunk, FSDataInputStream file) {
    this.chunk = chunk;
    this.range = new Range(file, chunk.from(), chunk.end());
    long length = Math.min(BUFFER, Math.max(1, chunk.end() - chunk.from()));
    this.in = new BufferedInputStream(range, (int) length);
  }

  /** Bytes of a file that others read elsewhere at the same time. */
  private static final class Range extends InputStream {
    private final FSDataInputStream file;
    private final long end;
    private long at;
    private @Nullable IOException failure;

    Range(FSDataInputStream file, long from, long end) {
      this.file = file;
      this.at = from;
      this.end = end;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      if (at == end) {
        return -1;
      }
      try {
        file.seek(at);
        int read = file.read(buffer, offset, (int) Math.min(length, end - at));
        at += Math.max(0, read);
        return read;
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }
  }

  /** The exception of the file system, if one caused the last failure; others are of the bytes. */
  @Nullable IOException failure() {
    return range.failure;
  }

  /**
   * The next page.
   *
   * @throws IOException if there is none, if it is damaged, or if the file cannot be read
   */
  Page next() throws IOException {
    PageHeader header = Util.readPageHeader(in);
    while (header.getType() == PageType.INDEX_PAGE) {
      in.skipNBytes(header.getCompressed_page_size());
      header = Util.readPageHeader(in);
    }
    int stored = header.getCompressed_page_size();
    int size = header.getUncompressed_page_size();
    if (stored < 0 || size < 0 || stored > chunk.end() - chunk.from()) {
      throw new IOException("found a page of " + stored + " bytes");
    }
    byte[] bytes = in.readNBytes(stored);
    if (bytes.length < stored) {
      throw new EOFException("found the end of the column within a page");
    }
    return switch (header.getType()) {
      case DICTIONARY_PAGE -> {
        int count = header.getDictionary_page_header().getNum_values();
        yield new Page(
            true, count, null, Encoding.PLAIN, Codec.unpack(chunk.codec(), bytes, 0, size));
      }
      case DATA_PAGE ->
          first(header.getData_page_header(), Codec.unpack(chunk.codec(), bytes, 0, size));
      default -> second(header.getData_page_header_v2(), bytes, size);
    };
  }

  /** Version 1: levels and values are packed together. */
  private Page first(DataPageHeader header, ByteBuffer bytes) throws IOException {
    ByteBuffer levels = null;
    if (chunk.optional()) {
      if (header.getDefinition_level_encoding() != Encoding.RLE) {
        throw new IOException("found levels in " + header.getDefinition_level_encoding());
      }
      levels = Integers.withLength(bytes);
    }
    return new Page(false, header.getNum_values(), levels, header.getEncoding(), bytes.slice());
  }

  /** Version 2: levels are never packed. */
  private Page second(DataPageHeaderV2 header, byte[] bytes, int size) throws IOException {
    int repetitions = header.getRepetition_levels_byte_length();
    int definitions = header.getDefinition_levels_byte_length();
    if (repetitions < 0 || definitions < 0 || (long) repetitions + definitions > bytes.length) {
      throw new IOException("found levels that are longer than their page");
    }
    int from = repetitions + definitions;
    ByteBuffer levels =
        chunk.optional() ? ByteBuffer.wrap(bytes, repetitions, definitions).slice() : null;
    ByteBuffer values =
        header.isIs_compressed()
            ? Codec.unpack(chunk.codec(), bytes, from, size - from)
            : ByteBuffer.wrap(bytes, from, bytes.length - from).slice();
    return new Page(false, header.getNum_values(), levels, header.getEncoding(), values);
  }
}
