package org.filbert.connectors.parquet;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/**
 * The values of a column in a row group that is being written.
 *
 * <pre>
 * page: header | length of the levels, 4 bytes | levels | values
 * levels: varint(groups of 8 · 2 + 1) | a bit for each row: 1 if it has a value
 * values: 8 bytes each, little-endian; of dates 4; texts and decimals a length of 4 bytes before their bytes; a bit for a truth value
 * </pre>
 */
final class WrittenChunk {
  /** Bytes of values after which a page ends. */
  private static final int PAGE = 1 << 20;

  private final WrittenColumn column;
  private final ByteArrayOutputStream pages = new ByteArrayOutputStream();
  private final ByteArrayOutputStream values = new ByteArrayOutputStream();
  private final byte[] word = new byte[Long.BYTES];
  private BitSet present = new BitSet();
  private BitSet truths = new BitSet();
  private int truth;
  private int rows;
  private long rowsOfChunk;
  private long plainBytes;

  WrittenChunk(WrittenColumn column) {
    this.column = column;
  }

  /** Bytes that are held. */
  long bytes() {
    return (long) pages.size() + values.size() + rows / 4;
  }

  void add(@Nullable Object value) throws IOException {
    if (value != null) {
      present.set(rows);
      switch (column.kind()) {
        case TRUTH -> truths.set(truth++, (boolean) value);
        case REAL -> number(Double.doubleToRawLongBits((double) value), Long.BYTES);
        case TEXT -> text(((String) value).getBytes(StandardCharsets.UTF_8));
        case DECIMAL -> text(((BigDecimal) value).unscaledValue().toByteArray());
        case DATE -> number((long) value, Integer.BYTES);
        default -> number((long) value, Long.BYTES);
      }
    }
    rows++;
    if (values.size() >= PAGE || rows >= PAGE) {
      endPage();
    }
  }

  private void number(long bits, int bytes) {
    ByteBuffer.wrap(word).order(ByteOrder.LITTLE_ENDIAN).putLong(bits);
    values.write(word, 0, bytes);
  }

  private void text(byte[] bytes) {
    number(bytes.length, Integer.BYTES);
    values.writeBytes(bytes);
  }

  private void endPage() throws IOException {
    int groups = (rows + 7) / 8;
    ByteArrayOutputStream levels = new ByteArrayOutputStream();
    for (int header = groups << 1 | 1; header != 0; header >>>= 7) {
      levels.write(header >>> 7 == 0 ? header : (header & 0x7F) | 0x80);
    }
    levels.writeBytes(bits(present, groups));
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    page.writeBytes(
        ByteBuffer.allocate(Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(levels.size())
            .array());
    levels.writeTo(page);
    page.writeBytes(bits(truths, (truth + 7) / 8));
    values.writeTo(page);
    byte[] packed = Zstd.compress(page.toByteArray());
    PageHeader header = new PageHeader(PageType.DATA_PAGE, page.size(), packed.length);
    header.setData_page_header(
        new DataPageHeader(rows, Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
    int before = pages.size();
    Util.writePageHeader(header, pages);
    plainBytes += pages.size() - before + page.size();
    pages.writeBytes(packed);
    values.reset();
    present = new BitSet();
    truths = new BitSet();
    truth = 0;
    rowsOfChunk += rows;
    rows = 0;
  }

  private static byte[] bits(BitSet set, int bytes) {
    byte[] padded = new byte[bytes];
    byte[] own = set.toByteArray();
    System.arraycopy(own, 0, padded, 0, own.length);
    return padded;
  }

  /**
   * The description of what is held, for the footer.
   *
   * @param place of its first byte in the file
   */
  ColumnChunk describe(long place) throws IOException {
    if (rows > 0) {
      endPage();
    }
    ColumnMetaData data =
        new ColumnMetaData(
            column.type(),
            List.of(Encoding.PLAIN, Encoding.RLE),
            List.of(column.name()),
            CompressionCodec.ZSTD,
            rowsOfChunk,
            plainBytes,
            pages.size(),
            place);
    return new ColumnChunk(place).setMeta_data(data);
  }

  /** Gives the pages away, and begins anew. */
  byte[] take() {
    byte[] all = pages.toByteArray();
    pages.reset();
    rowsOfChunk = 0;
    plainBytes = 0;
    return all;
  }
}
