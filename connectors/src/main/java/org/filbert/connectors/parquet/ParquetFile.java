package org.filbert.connectors.parquet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.fs.Path;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;
import org.filbert.connectors.file.StagedFile;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows as a Parquet file, which appears when it is {@link #publish published}. Values are
 * plain, pages compressed by zstd.
 *
 * <pre>
 * PAR1 | row group: a chunk of pages for each column | ... | footer | length of the footer, 4 bytes | PAR1
 * </pre>
 */
public final class ParquetFile implements AutoCloseable {
  /** Bytes of values that are held before a row group is written. */
  private static final long GROUP = 32 << 20;

  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  private final StagedFile file;
  private final List<WrittenColumn> columns;
  private final List<WrittenChunk> chunks;
  private final List<RowGroup> groups = new ArrayList<>();
  private long place;
  private long rows;
  private long rowsOfGroup;

  /** Begins a file. Its directory must exist. */
  public ParquetFile(Path path, List<WrittenColumn> columns) throws IOException {
    this.file = StagedFile.create(path);
    this.columns = List.copyOf(columns);
    this.chunks = columns.stream().map(WrittenChunk::new).toList();
    write(MAGIC);
  }

  /**
   * Adds a row.
   *
   * @param values of the columns, as {@link WrittenColumn.Kind} says; null for a missing one
   */
  public void add(@Nullable Object[] values) throws IOException {
    long bytes = 0;
    for (int j = 0; j < values.length; j++) {
      chunks.get(j).add(values[j]);
      bytes += chunks.get(j).bytes();
    }
    rowsOfGroup++;
    if (bytes >= GROUP) {
      endGroup();
    }
  }

  /** Number of rows so far. */
  public long rows() {
    return rows + rowsOfGroup;
  }

  private void endGroup() throws IOException {
    List<ColumnChunk> written = new ArrayList<>();
    long from = place;
    for (WrittenChunk chunk : chunks) {
      written.add(chunk.describe(place));
      write(chunk.take());
    }
    groups.add(new RowGroup(written, place - from, rowsOfGroup));
    rows += rowsOfGroup;
    rowsOfGroup = 0;
  }

  /** Writes the footer, and lets the file appear. */
  public void publish() throws IOException {
    if (rowsOfGroup > 0) {
      endGroup();
    }
    List<SchemaElement> schema = new ArrayList<>();
    schema.add(new SchemaElement("rows").setNum_children(columns.size()));
    columns.forEach(column -> schema.add(column.element()));
    ByteArrayOutputStream footer = new ByteArrayOutputStream();
    Util.writeFileMetaData(new FileMetaData(1, schema, rows, groups), footer);
    write(footer.toByteArray());
    write(
        ByteBuffer.allocate(Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(footer.size())
            .array());
    write(MAGIC);
    file.publish();
  }

  private void write(byte[] bytes) throws IOException {
    file.write(bytes);
    place += bytes.length;
  }

  /** Deletes the file unless it has been published. */
  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
