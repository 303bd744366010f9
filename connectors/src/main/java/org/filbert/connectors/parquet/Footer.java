package org.filbert.connectors.parquet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.file.InputFile;

/**
 * The end of a Parquet file, which says what it has.
 *
 * <pre>
 * "PAR1" | pages of row group 0 | ... | metadata (Thrift) | length of these (4, little endian) | "PAR1"
 * </pre>
 *
 * @param fields the outermost columns
 * @param groups the row groups
 */
record Footer(InputFile file, List<Field> fields, List<Group> groups) {
  private static final String MAGIC = "PAR1";
  private static final String ENCRYPTED = "PARE";
  private static final int TAIL = 8;
  private static final long MOST_ROWS = 1L << 43;

  /**
   * Rows that are stored together.
   *
   * @param firstRow number of the rows before
   * @param start offset of the first page
   * @param chunks the values of every leaf of the schema
   */
  record Group(long firstRow, long rows, long start, List<ColumnChunk> chunks) {}

  /** Whether a file begins as Parquet does. */
  static boolean begins(InputFile file) throws IOException {
    if (file.compressed()) {
      return false;
    }
    try (InputStream in = file.open(0)) {
      String first = text(in.readNBytes(MAGIC.length()));
      return first.equals(MAGIC) || first.equals(ENCRYPTED);
    }
  }

  /**
   * Reads the footer of a file.
   *
   * @throws BadInputException if the file is no Parquet, cut off or encrypted
   */
  static Footer of(InputFile file) throws IOException {
    if (file.compressed()) {
      throw new BadInputException(
          file.name(),
          "found a compressed file by its name, allowed Parquet, which is compressed inside");
    }
    if (!begins(file)) {
      throw new BadInputException(
          file.name(), "found no Parquet file: it does not begin with PAR1, allowed Parquet");
    }
    long tail = file.length() - TAIL;
    if (tail < MAGIC.length()) {
      throw cutOff(file);
    }
    ByteBuffer end = ByteBuffer.wrap(bytes(file, tail, TAIL)).order(ByteOrder.LITTLE_ENDIAN);
    int length = end.getInt();
    String magic = text(new byte[] {end.get(), end.get(), end.get(), end.get()});
    if (magic.equals(ENCRYPTED)) {
      throw encrypted(file, "an encrypted footer");
    }
    if (!magic.equals(MAGIC) || length < 0 || length > tail - MAGIC.length()) {
      throw cutOff(file);
    }
    byte[] bytes = bytes(file, tail - length, length);
    FileMetaData metadata;
    try {
      metadata = Util.readFileMetaData(new ByteArrayInputStream(bytes), Math.max(1, length));
    } catch (IOException | RuntimeException e) {
      throw new BadInputException(
          file.name(), "found a footer that is no metadata of Parquet, allowed a whole file", e);
    }
    if (metadata.isSetEncryption_algorithm()) {
      throw encrypted(file, "encrypted columns");
    }
    return new Reading(file, metadata, tail - length).footer();
  }

  long rows() {
    return groups.stream().mapToLong(Group::rows).sum();
  }

  /** Offset of the first page of a column in a row group. */
  static long start(ColumnMetaData data) {
    long pages = data.getData_page_offset();
    long dictionary = data.getDictionary_page_offset();
    return data.isSetDictionary_page_offset() && dictionary > 0 && dictionary < pages
        ? dictionary
        : pages;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static byte[] bytes(InputFile file, long from, int length) throws IOException {
    try (InputStream in = file.open(from)) {
      byte[] bytes = in.readNBytes(length);
      if (bytes.length < length) {
        throw new IOException(file.name() + ": became shorter while it was read");
      }
      return bytes;
    }
  }

  private static BadInputException cutOff(InputFile file) {
    return new BadInputException(
        file.name(),
        "found the beginning of a Parquet file without its end, allowed a whole file (is it cut"
            + " off?)");
  }

  private static BadInputException encrypted(InputFile file, String what) {
    return new BadInputException(
        file.name(), "found " + what + ", allowed Parquet without encryption");
  }

  /** Takes the metadata apart; nothing in them is trusted. */
  private record Reading(InputFile file, FileMetaData metadata, long end) {
    Footer footer() {
      List<Field> fields = new ArrayList<>();
      List<SchemaElement> schema = metadata.getSchema();
      require(!schema.isEmpty(), "a schema");
      int at = 1;
      int leaf = 0;
      for (int i = 0; i < schema.get(0).getNum_children(); i++) {
        require(at < schema.size(), "a whole schema");
        fields.add(new Field(schema.get(at), leaf));
        int next = after(schema, at);
        for (; at < next; at++) {
          leaf += schema.get(at).getNum_children() > 0 ? 0 : 1;
        }
      }
      require(!fields.isEmpty(), "one column or more");
      List<Group> groups = new ArrayList<>();
      long rows = 0;
      for (RowGroup group : metadata.getRow_groups()) {
        require(group.getColumnsSize() == leaf, "every column in every row group");
        require(group.getNum_rows() >= 0 && group.getNum_rows() <= MOST_ROWS - rows, "rows");
        if (group.getNum_rows() > 0) {
          groups.add(new Group(rows, group.getNum_rows(), start(group), group.getColumns()));
        }
        rows += group.getNum_rows();
      }
      return new Footer(file, List.copyOf(fields), List.copyOf(groups));
    }

    /** Index of the element after a column and what it has inside. */
    private int after(List<SchemaElement> schema, int column) {
      long open = 1;
      int at = column;
      for (; open > 0; at++) {
        require(at < schema.size(), "a whole schema");
        open += Math.max(0, schema.get(at).getNum_children()) - 1;
      }
      return at;
    }

    private long start(RowGroup group) {
      ColumnChunk first = group.getColumns().get(0);
      require(first.isSetMeta_data(), "the place of every column");
      long start = Footer.start(first.getMeta_data());
      require(start >= MAGIC.length() && start < end, "row groups before the footer");
      return start;
    }

    private void require(boolean condition, String allowed) {
      if (!condition) {
        throw new BadInputException(
            file.name(),
            "found a footer that contradicts itself, allowed " + allowed + " (is it damaged?)");
      }
    }
  }
}
