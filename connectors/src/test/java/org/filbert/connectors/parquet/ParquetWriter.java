package org.filbert.connectors.parquet;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4Factory;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageWriter;
import org.apache.parquet.column.statistics.SizeStatistics;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.statistics.geospatial.GeospatialStatistics;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;
import org.xerial.snappy.Snappy;

/**
 * Writes small files with the encoders of parquet-column; pages and footer are framed here, as they
 * are by its sibling that needs Hadoop.
 */
public final class ParquetWriter {
  private final List<SchemaElement> schema = new ArrayList<>();
  private CompressionCodec codec = CompressionCodec.UNCOMPRESSED;
  private ParquetProperties properties = properties(1, true);
  private int rowsPerGroup = Integer.MAX_VALUE;

  /** Adds a column that may lack values; with a logical type if that is not null. */
  public ParquetWriter column(String name, Type type, @Nullable LogicalType logical) {
    SchemaElement column = new SchemaElement(name);
    column.setType(type).setRepetition_type(FieldRepetitionType.OPTIONAL);
    if (logical != null) {
      column.setLogicalType(logical);
    }
    return element(column);
  }

  /** Adds a column of text. */
  public ParquetWriter text(String name) {
    return column(name, Type.BYTE_ARRAY, LogicalType.STRING(new StringType()));
  }

  /** Adds what stands in the footer's schema; a group has children, a column values. */
  public ParquetWriter element(SchemaElement element) {
    schema.add(element);
    return this;
  }

  public ParquetWriter codec(CompressionCodec codec) {
    this.codec = codec;
    return this;
  }

  /** The version of pages, of which 2 has more encodings; whether there are dictionaries. */
  public ParquetWriter encoded(int version, boolean dictionary) {
    properties = properties(version, dictionary);
    return this;
  }

  public ParquetWriter rowsPerGroup(int rows) {
    rowsPerGroup = rows;
    return this;
  }

  private static ParquetProperties properties(int version, boolean dictionary) {
    return ParquetProperties.builder()
        .withWriterVersion(
            version == 1
                ? ParquetProperties.WriterVersion.PARQUET_1_0
                : ParquetProperties.WriterVersion.PARQUET_2_0)
        .withDictionaryEncoding(dictionary)
        .withPageRowCountLimit(70)
        .build();
  }

  /** Writes rows of Integer, Long, Float, Double, Boolean, String, byte[] or null. */
  public Path write(Path file, List<@Nullable Object[]> rows) throws IOException {
    return Files.write(file, bytes(rows));
  }

  /** The bytes of a file. */
  public byte[] bytes(List<@Nullable Object[]> rows) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(magic());
    List<SchemaElement> leaves =
        schema.stream().filter(element -> element.getNum_children() == 0).toList();
    MessageType types = new MessageType("rows", leaves.stream().map(ParquetWriter::type).toList());
    List<RowGroup> groups = new ArrayList<>();
    for (int from = 0; from < rows.size(); from += Math.min(rowsPerGroup, rows.size() - from)) {
      int count = Math.min(rowsPerGroup, rows.size() - from);
      groups.add(group(out, types, leaves, rows.subList(from, from + count)));
    }
    List<SchemaElement> all = new ArrayList<>();
    all.add(new SchemaElement("rows").setNum_children(outermost()));
    all.addAll(schema);
    int footer = out.size();
    Util.writeFileMetaData(new FileMetaData(1, all, rows.size(), groups), out);
    out.writeBytes(
        ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(out.size() - footer).array());
    out.writeBytes(magic());
    return out.toByteArray();
  }

  private static byte[] magic() {
    return "PAR1".getBytes(StandardCharsets.US_ASCII);
  }

  private int outermost() {
    return schema.size() - schema.stream().mapToInt(SchemaElement::getNum_children).sum();
  }

  private static org.apache.parquet.schema.Type type(SchemaElement column) {
    return new PrimitiveType(
        column.getRepetition_type() == FieldRepetitionType.REQUIRED
            ? org.apache.parquet.schema.Type.Repetition.REQUIRED
            : org.apache.parquet.schema.Type.Repetition.OPTIONAL,
        PrimitiveType.PrimitiveTypeName.valueOf(
            column.getType() == Type.BYTE_ARRAY ? "BINARY" : column.getType().name()),
        column.getType_length(),
        column.getName());
  }

  private RowGroup group(
      ByteArrayOutputStream out,
      MessageType types,
      List<SchemaElement> leaves,
      List<@Nullable Object[]> rows)
      throws IOException {
    Map<String, Pages> pages = new LinkedHashMap<>();
    types.getColumns().forEach(column -> pages.put(column.getPath()[0], new Pages(codec)));
    try (ColumnWriteStore store =
        properties.newColumnWriteStore(types, column -> pages.get(column.getPath()[0]))) {
      for (@Nullable Object[] row : rows) {
        for (int j = 0; j < row.length; j++) {
          ColumnDescriptor column = types.getColumns().get(j);
          write(store.getColumnWriter(column), row[j], column.getMaxDefinitionLevel());
        }
        store.endRecord();
      }
      store.flush();
    }
    List<ColumnChunk> chunks = new ArrayList<>();
    int start = out.size();
    for (SchemaElement leaf : leaves) {
      Pages written = pages.get(leaf.getName());
      int from = out.size();
      out.writeBytes(written.dictionary.toByteArray());
      ColumnMetaData data =
          new ColumnMetaData(
              leaf.getType(),
              List.of(),
              List.of(leaf.getName()),
              codec,
              rows.size(),
              0,
              written.dictionary.size() + written.data.size(),
              out.size());
      if (written.dictionary.size() > 0) {
        data.setDictionary_page_offset(from);
      }
      out.writeBytes(written.data.toByteArray());
      chunks.add(new ColumnChunk(from).setMeta_data(data));
    }
    return new RowGroup(chunks, out.size() - start, rows.size());
  }

  private static void write(ColumnWriter column, @Nullable Object value, int level) {
    if (value == null) {
      column.writeNull(0, 0);
    } else if (value instanceof Integer integer) {
      column.write(integer.intValue(), 0, level);
    } else if (value instanceof Long integer) {
      column.write(integer.longValue(), 0, level);
    } else if (value instanceof Float real) {
      column.write(real.floatValue(), 0, level);
    } else if (value instanceof Double real) {
      column.write(real.doubleValue(), 0, level);
    } else if (value instanceof Boolean truth) {
      column.write(truth.booleanValue(), 0, level);
    } else if (value instanceof String text) {
      column.write(Binary.fromString(text), 0, level);
    } else {
      column.write(Binary.fromConstantByteArray((byte[]) value), 0, level);
    }
  }

  /** The pages of a column. */
  private static final class Pages implements PageWriter {
    private final CompressionCodec codec;
    final ByteArrayOutputStream dictionary = new ByteArrayOutputStream();
    final ByteArrayOutputStream data = new ByteArrayOutputStream();

    Pages(CompressionCodec codec) {
      this.codec = codec;
    }

    private static byte[] array(BytesInput bytes) throws IOException {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      bytes.writeAllTo(all);
      return all.toByteArray();
    }

    private static org.apache.parquet.format.Encoding named(Encoding encoding) {
      return org.apache.parquet.format.Encoding.valueOf(encoding.name());
    }

    @Deprecated
    @Override
    public void writePage(
        BytesInput bytes,
        int count,
        @Nullable Statistics<?> statistics,
        Encoding repetition,
        Encoding definition,
        Encoding values)
        throws IOException {
      byte[] plain = array(bytes);
      byte[] packed = pack(codec, plain);
      PageHeader header = new PageHeader(PageType.DATA_PAGE, plain.length, packed.length);
      header.setData_page_header(
          new DataPageHeader(count, named(values), named(definition), named(repetition)));
      Util.writePageHeader(header, data);
      data.writeBytes(packed);
    }

    @Override
    public void writePage(
        BytesInput bytes,
        int count,
        int rows,
        Statistics<?> statistics,
        Encoding repetition,
        Encoding definition,
        Encoding values)
        throws IOException {
      writePage(bytes, count, statistics, repetition, definition, values);
    }

    @Override
    public void writePage(
        BytesInput bytes,
        int count,
        int rows,
        Statistics<?> statistics,
        SizeStatistics sizes,
        GeospatialStatistics places,
        Encoding repetition,
        Encoding definition,
        Encoding values)
        throws IOException {
      writePage(bytes, count, statistics, repetition, definition, values);
    }

    @Override
    public void writePageV2(
        int rows,
        int nulls,
        int count,
        BytesInput repetition,
        BytesInput definition,
        Encoding encoding,
        BytesInput values,
        Statistics<?> statistics,
        SizeStatistics sizes,
        GeospatialStatistics places)
        throws IOException {
      writePageV2(rows, nulls, count, repetition, definition, encoding, values, statistics);
    }

    @Override
    public void writePageV2(
        int rows,
        int nulls,
        int count,
        BytesInput repetition,
        BytesInput definition,
        Encoding encoding,
        BytesInput values,
        Statistics<?> statistics)
        throws IOException {
      byte[] levels = array(definition);
      byte[] plain = array(values);
      byte[] packed = pack(codec, plain);
      PageHeader header =
          new PageHeader(
              PageType.DATA_PAGE_V2, levels.length + plain.length, levels.length + packed.length);
      header.setData_page_header_v2(
          new DataPageHeaderV2(count, nulls, rows, named(encoding), levels.length, 0));
      Util.writePageHeader(header, data);
      data.writeBytes(levels);
      data.writeBytes(packed);
    }

    @Override
    public void writeDictionaryPage(DictionaryPage page) throws IOException {
      byte[] plain = array(page.getBytes());
      byte[] packed = pack(codec, plain);
      PageHeader header = new PageHeader(PageType.DICTIONARY_PAGE, plain.length, packed.length);
      header.setDictionary_page_header(
          new DictionaryPageHeader(page.getDictionarySize(), named(page.getEncoding())));
      Util.writePageHeader(header, dictionary);
      dictionary.writeBytes(packed);
    }

    @Override
    public long getMemSize() {
      return data.size();
    }

    @Override
    public long allocatedSize() {
      return data.size();
    }

    @Override
    public String memUsageString(String prefix) {
      return prefix + data.size();
    }
  }

  private static byte[] pack(CompressionCodec codec, byte[] plain) {
    try {
      return switch (codec) {
        case SNAPPY -> Snappy.compress(plain);
        case GZIP -> {
          ByteArrayOutputStream packed = new ByteArrayOutputStream();
          try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(plain);
          }
          yield packed.toByteArray();
        }
        case ZSTD -> Zstd.compress(plain);
        case LZ4_RAW -> LZ4Factory.safeInstance().fastCompressor().compress(plain);
        default -> Arrays.copyOf(plain, plain.length);
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
