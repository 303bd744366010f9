package org.filbert.it.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.core.fs.Path;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Type;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.RowRange;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.Compression;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.DataSet;
import org.filbert.connectors.file.InputFile;
import org.filbert.connectors.idx.Idx;
import org.filbert.connectors.npy.Npy;
import org.filbert.connectors.parquet.Parquet;
import org.filbert.connectors.parquet.ParquetWriter;
import org.filbert.connectors.read.LocalReader;
import org.filbert.connectors.text.Csv;
import org.filbert.connectors.text.JsonLines;
import org.filbert.connectors.text.LibSvm;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.jspecify.annotations.Nullable;

/** Whole files, bad records put aside. */
record FileTarget(
    String name,
    String file,
    DataFormat format,
    @Nullable RowRange rows,
    List<String> tokens,
    List<byte[]> seeds,
    Check check)
    implements Target {
  private static final AtomicInteger DIRECTORIES = new AtomicInteger();
  private static final String CSV = "x,\"y z\",class\n1,2,A\n3,-0.5,\"B,b\"\n\nfive,6,C\n";

  /** Compares what was read with a second way to read it. */
  interface Check {
    void check(Path file, byte[] content, List<Instance> instances) throws IOException;
  }

  static List<FileTarget> all() {
    List<String> text =
        List.of("\n", "\r\n", ",", "\"", "class", "x,y,class\n", "\uFEFF", "\u0000");
    return List.of(
        new FileTarget(
            "file: csv",
            "in.csv",
            new Csv(",", true, "class", List.of()),
            null,
            text,
            utf8(CSV, "class,x\r\nA,1\r\nB,2"),
            FileTarget::places),
        new FileTarget(
            "file: csv of documents",
            "in.csv",
            new Csv(
                ",", true, "class", List.of(), List.of(), List.of(), "text", new TreeMap<>(), null),
            null,
            text,
            utf8("class,text\nA,\"Nuts, and more\"\nB,søren\n"),
            FileTarget::places),
        new FileTarget(
            "file: jsonlines",
            "in.jsonl",
            new JsonLines("y", "x", List.of()),
            null,
            RecordTarget.JSON.tokens(),
            utf8("{\"x\":[1,2],\"y\":\"A\"}\n{\"x\":[3,4],\"y\":5}\n\noops\n{\"x\":[1],\"y\":1}\n"),
            FileTarget::places),
        new FileTarget(
            "file: libsvm, some rows",
            "in.svm",
            new LibSvm(true, null),
            RowRange.valueOf("2-3"),
            RecordTarget.LIBSVM.tokens(),
            utf8("+1 1:1\n-1 2:5 7:0.5\nA 1000000:1\n\n+1 9:9\n"),
            (file, content, instances) -> {
              if (instances.size() != 2) {
                throw new AssertionError("found " + instances.size() + " of 2 rows");
              }
            }),
        new FileTarget(
            "file: parquet",
            "in.parquet",
            new Parquet("y", List.of(), List.of(), List.of(), null),
            null,
            List.of("PAR1", "PARE", "\u0015\u0000\u0015", "\u00ff\u00ff\u00ff\u00ff\u000f"),
            List.of(
                parquet(CompressionCodec.UNCOMPRESSED, 1, true),
                parquet(CompressionCodec.SNAPPY, 1, true),
                parquet(CompressionCodec.GZIP, 2, false),
                parquet(CompressionCodec.ZSTD, 2, true),
                parquet(CompressionCodec.LZ4_RAW, 2, false)),
            (file, content, instances) -> {
              for (int i = 0; i < instances.size(); i++) {
                if (instances.get(i).position() != i) {
                  throw new AssertionError("row " + i + " is " + instances.get(i).position());
                }
              }
            }),
        new FileTarget(
            "file: npy",
            "in.npy",
            new Npy("2", List.of(), List.of(), List.of()),
            null,
            List.of("'<f8'", "'|u1'", "True", "(3, 2)", "(", ",", "\u0001\u0000"),
            List.of(npy("<f8", 3, 16), npy("|u1", 5, 2), npy(">i4", 2, 8)),
            (file, content, instances) -> {
              for (int i = 0; i < instances.size(); i++) {
                if (instances.get(i).position() != i) {
                  throw new AssertionError("row " + i + " is " + instances.get(i).position());
                }
              }
            }),
        packed("file: gzip", ".gz", Packed.GZIP, "\u001f", "\b", "A,1\n", "\u0000\u0000"),
        packed("file: bzip2", ".bz2", Packed.BZIP2, "BZh1", "1AY&SY", "\u0017rE8P"),
        packed("file: xz", ".xz", Packed.XZ, "YZ", "7zXZ\u0000", "\u0000\u0000\u0000\u0000"),
        new FileTarget(
            "file: idx",
            "in.idx",
            new Idx(null),
            null,
            List.of("\u0000\u0000\b\u0003", "\u0000\u0000\u0000\u0001"),
            List.of(idx(3, 2, 2), idx(1, 5), idx(7)),
            FileTarget::sizes),
        new FileTarget(
            "file: idx.gz, some rows",
            "in.idx.gz",
            new Idx(null),
            RowRange.valueOf("2-3"),
            List.of("\u0000\u0000\b\u0003", "\u001f"),
            List.of(Packed.GZIP.of(idx(3, 2, 2)), Packed.GZIP.of(idx(9, 100), new byte[0])),
            (file, content, instances) -> {}));
  }

  private static FileTarget packed(String name, String suffix, Packed packed, String... tokens) {
    List<byte[]> plain = utf8(CSV, "3,4,D\n", "x,class\n1,A\n", "");
    return new FileTarget(
        name,
        "in.csv" + suffix,
        new Csv(",", true, "class", List.of()),
        null,
        List.of(tokens),
        List.of(
            packed.of(plain.get(0)),
            packed.of(plain.get(0), plain.get(1)),
            packed.of(plain.get(2), plain.get(3))),
        packed == Packed.GZIP ? FileTarget::asUnzipped : (file, content, instances) -> {});
  }

  private static List<byte[]> utf8(String... texts) {
    return Arrays.stream(texts).map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
  }

  /** A matrix of two columns, in rows of so many bytes. */
  private static byte[] npy(String type, int rows, int rowBytes) {
    String header =
        "{'descr': '%s', 'fortran_order': False, 'shape': (%s, 2), }\n".formatted(type, rows);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    bytes.writeBytes(new byte[] {(byte) header.length(), 0});
    bytes.writeBytes(header.getBytes(StandardCharsets.US_ASCII));
    for (int i = 0; i < rows * rowBytes; i++) {
      bytes.write(i);
    }
    return bytes.toByteArray();
  }

  private static byte[] idx(int... dimensions) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(new byte[] {0, 0, 8, (byte) dimensions.length});
    int elements = 1;
    for (int dimension : dimensions) {
      bytes.writeBytes(new byte[] {0, 0, 0, (byte) dimension});
      elements *= dimension;
    }
    for (int i = 0; i < elements; i++) {
      bytes.write(i);
    }
    return bytes.toByteArray();
  }

  /** Every line but the header and the blank ones is a record, and bad ones know their lines. */
  private static void places(Path file, byte[] content, List<Instance> instances) {
    int line = 1;
    int counted = 0;
    for (Instance instance : instances) {
      int offset = Math.toIntExact(InputFile.offsetOf(instance.position()));
      if (offset > 0 && content[offset - 1] != '\n' && offset != 3) {
        throw new AssertionError("a record in mid-line at " + offset);
      }
      for (; counted < offset; counted++) {
        line += content[counted] == '\n' ? 1 : 0;
      }
      if (instance instanceof Instance.Bad bad && !bad.place().endsWith(":" + line)) {
        throw new AssertionError("line " + line + " is called " + bad.place());
      }
    }
  }

  /** The same records as of the file that a second reader makes of it. */
  private static void asUnzipped(Path file, byte[] content, List<Instance> instances)
      throws IOException {
    byte[] plain = PlainGunzip.read(content);
    if (plain == null) {
      throw new AssertionError("found records in a damaged file");
    }
    Path unzipped = new Path(file.getParent(), "plain.csv");
    MemoryFiles.put(unzipped, plain);
    int[] count = {0};
    LocalReader.forEach(
        dataSet(unzipped, new Csv(",", true, "class", List.of()), null), instance -> count[0]++);
    if (count[0] != instances.size()) {
      throw new AssertionError("found " + instances.size() + " records of " + count[0]);
    }
  }

  /** Ten rows in two row groups. */
  private static byte[] parquet(CompressionCodec codec, int version, boolean dictionary) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      rows.add(new @Nullable Object[] {i % 4 == 3 ? null : i, i / 8.0, i % 2 == 0, "c" + i % 3});
    }
    try {
      return new ParquetWriter()
          .column("a", Type.INT32, null)
          .column("b", Type.DOUBLE, null)
          .column("c", Type.BOOLEAN, null)
          .text("y")
          .codec(codec)
          .encoded(version, dictionary)
          .rowsPerGroup(6)
          .bytes(rows);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void sizes(Path file, byte[] content, List<Instance> instances) {
    long bytes =
        instances.stream()
            .mapToLong(instance -> ((Instance.Example) instance).features().width())
            .sum();
    if (bytes > content.length) {
      throw new AssertionError("found " + bytes + " values in " + content.length + " bytes");
    }
  }

  private static DataSet dataSet(Path file, DataFormat format, @Nullable RowRange rows) {
    return new DataSet(
        List.of(file.toString()),
        format,
        rows,
        Role.TRAIN,
        OnBadRecord.QUARANTINE,
        TaskKind.CLASSIFICATION,
        false);
  }

  @Override
  public Reader open() {
    Path path = new Path("memory:/fuzz/" + DIRECTORIES.incrementAndGet() + "/" + file);
    DataSet dataSet = dataSet(path, format, rows);
    return new Reader() {
      private List<Instance> instances = List.of();

      @Override
      public Object read(byte[] input) throws IOException {
        MemoryFiles.put(path, input);
        instances = new ArrayList<>();
        LocalReader.forEach(dataSet, instances::add);
        return instances;
      }

      @Override
      public void check(byte[] input, @Nullable Object result) throws IOException {
        if (result != null) {
          check.check(path, input, instances);
        }
      }
    };
  }

  /** All records together, of which a reader holds one at a time; bad ones may be of two bytes. */
  @Override
  public long mostBytes(int length) {
    return Math.max(Target.super.mostBytes(length), (packed() ? 100_000L : 1_000L) * length);
  }

  @Override
  public double mostSeconds() {
    return packed() ? 100 * Target.super.mostSeconds() : Target.super.mostSeconds();
  }

  /** Such files are up to thousands of times as long as they look. */
  private boolean packed() {
    return Compression.of(file).isPresent() || format instanceof Parquet;
  }

  @Override
  public boolean documents(Exception exception) {
    return exception instanceof BadInputException && !exception.getMessage().isBlank();
  }
}
