package org.filbert.connectors.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.filbert.connectors.TestInput.csv;
import static org.filbert.connectors.TestInput.dataSet;
import static org.filbert.connectors.TestInput.labelled;
import static org.filbert.connectors.TestInput.read;
import static org.filbert.connectors.TestInput.readExamples;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DateType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.EnumType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.Float16Type;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.ListType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.MicroSeconds;
import org.apache.parquet.format.MilliSeconds;
import org.apache.parquet.format.NanoSeconds;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TimeType;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.UUIDType;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.BadRecordException;
import org.filbert.connectors.NoRecordsException;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.DataSet;
import org.filbert.connectors.read.Input;
import org.filbert.connectors.text.JsonLines;
import org.filbert.connectors.text.RecordParser;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Target;
import org.filbert.table.CellColumns;
import org.filbert.table.CellKind;
import org.filbert.table.DatePattern;
import org.filbert.table.NumberNotation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ParquetTest {
  private static final Parquet ALL = new Parquet(null, List.of(), List.of(), List.of(), null);
  private static final Parquet LABELLED = new Parquet("y", List.of(), List.of(), List.of(), null);

  @TempDir Path directory;

  private static LogicalType integer(int bits, boolean signed) {
    return LogicalType.INTEGER(new IntType((byte) bits, signed));
  }

  private static LogicalType decimal(int scale) {
    return LogicalType.DECIMAL(new DecimalType(scale, 30));
  }

  private static LogicalType moment(TimeUnit unit, boolean utc) {
    return LogicalType.TIMESTAMP(new TimestampType(utc, unit));
  }

  /** A column, values, and what they are as text. */
  record Kind(
      String name,
      Type type,
      @Nullable LogicalType logical,
      int length,
      List<Object> values,
      List<String> texts) {
    Kind(String name, Type type, @Nullable LogicalType logical, Object value, String text) {
      this(name, type, logical, 0, List.of(value), List.of(text));
    }

    SchemaElement element() {
      SchemaElement element = new SchemaElement(name);
      element.setType(type).setRepetition_type(FieldRepetitionType.OPTIONAL);
      if (logical != null) {
        element.setLogicalType(logical);
      }
      return length > 0 ? element.setType_length(length) : element;
    }

    Kind fixed(int bytes) {
      return new Kind(name, type, logical, bytes, values, texts);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static byte[] little(int bytes, long first, int second) {
    ByteBuffer buffer = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    return Arrays.copyOf(buffer.putLong(first).putInt(second).array(), bytes);
  }

  static Stream<Kind> kinds() {
    TimeUnit millis = TimeUnit.MILLIS(new MilliSeconds());
    TimeUnit micros = TimeUnit.MICROS(new MicroSeconds());
    TimeUnit nanos = TimeUnit.NANOS(new NanoSeconds());
    return Stream.of(
        new Kind("int", Type.INT32, null, -7, "-7"),
        new Kind("int8", Type.INT32, integer(8, true), -7, "-7"),
        new Kind("uint32", Type.INT32, integer(32, false), -1, "4294967295"),
        new Kind("long", Type.INT64, null, Long.MIN_VALUE, "-9223372036854775808"),
        new Kind("uint64", Type.INT64, integer(64, false), -1L, "18446744073709551615"),
        new Kind("float", Type.FLOAT, null, 0.1f, "0.10000000149011612"),
        new Kind("double", Type.DOUBLE, null, 0.1, "0.1"),
        new Kind("NaN", Type.DOUBLE, null, Double.NaN, "NaN"),
        new Kind(
                "half",
                Type.FIXED_LEN_BYTE_ARRAY,
                LogicalType.FLOAT16(new Float16Type()),
                little(2, 0xC100, 0),
                "-2.5")
            .fixed(2),
        new Kind(
                "smallest half",
                Type.FIXED_LEN_BYTE_ARRAY,
                LogicalType.FLOAT16(new Float16Type()),
                little(2, 1, 0),
                "5.9604644775390625E-8")
            .fixed(2),
        new Kind("flag", Type.BOOLEAN, null, true, "true"),
        new Kind("decimal", Type.INT32, decimal(2), -1234, "-12.34"),
        new Kind("long decimal", Type.INT64, decimal(3), 5L, "0.005"),
        new Kind(
            "wide decimal",
            Type.BYTE_ARRAY,
            decimal(5),
            new BigInteger("-123456789012345678901234567890").toByteArray(),
            "-1234567890123456789012345.67890"),
        new Kind(
            "text",
            Type.BYTE_ARRAY,
            LogicalType.STRING(new org.apache.parquet.format.StringType()),
            "søren, \"x\"",
            "søren, \"x\""),
        new Kind("enum", Type.BYTE_ARRAY, LogicalType.ENUM(new EnumType()), "RED", "RED"),
        new Kind(
                "uuid",
                Type.FIXED_LEN_BYTE_ARRAY,
                LogicalType.UUID(new UUIDType()),
                "0123456789abcdef".getBytes(StandardCharsets.US_ASCII),
                "30313233-3435-3637-3839-616263646566")
            .fixed(16),
        new Kind("day", Type.INT32, LogicalType.DATE(new DateType()), -1, "1969-12-31"),
        new Kind(
            "clock",
            Type.INT64,
            LogicalType.TIME(new TimeType(false, micros)),
            3_600_000_001L,
            "01:00:00.000001"),
        new Kind("millis", Type.INT64, moment(millis, false), -1L, "1969-12-31T23:59:59.999"),
        new Kind("micros", Type.INT64, moment(micros, true), 1L, "1970-01-01T00:00:00.000001Z"),
        new Kind("nanos", Type.INT64, moment(nanos, false), 60_000_000_000L, "1970-01-01T00:01"),
        new Kind(
            "int96",
            Type.INT96,
            null,
            little(12, 1_000_000_000L, 2_440_589),
            "1970-01-02T00:00:01Z"));
  }

  private static CellColumns cells(String... names) {
    return new CellColumns(
        Arrays.stream(names)
            .map(name -> new CellColumns.Column(name, CellKind.TEXT, false))
            .toList(),
        List.of(),
        List.of());
  }

  private static List<@Nullable String> cells(Instance instance) {
    Features.Cells cells = (Features.Cells) ((Instance.Example) instance).features();
    List<@Nullable String> texts = new ArrayList<>();
    for (int j = 0; j < cells.count(); j++) {
      texts.add(cells.cell(j));
    }
    return texts;
  }

  private static DataSet unlabelled(Path file, DataFormat format) {
    return dataSet(file, format, null, OnBadRecord.FAIL, TaskKind.CLASSIFICATION, false);
  }

  private static List<@Nullable Object[]> column(@Nullable Object... values) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (@Nullable Object value : values) {
      rows.add(new @Nullable Object[] {value});
    }
    return rows;
  }

  @ParameterizedTest
  @MethodSource
  void kinds(Kind kind) throws IOException {
    for (int version = 1; version <= 2; version++) {
      for (boolean dictionary : new boolean[] {false, true}) {
        Path file =
            new ParquetWriter()
                .element(kind.element())
                .encoded(version, dictionary)
                .write(
                    directory.resolve(kind.name + version + dictionary),
                    column(null, kind.values.get(0), null, null, kind.values.get(0)));
        String text = kind.texts.get(0);
        assertThat(read(unlabelled(file, ALL).withColumns(cells(kind.name))))
            .extracting(instance -> cells(instance).get(0))
            .containsExactly(null, text, null, null, text);
      }
    }
  }

  @Test
  void olderNotationsOfKinds() throws IOException {
    SchemaElement day = new SchemaElement("day").setType(Type.INT32);
    day.setRepetition_type(FieldRepetitionType.REQUIRED).setConverted_type(ConvertedType.DATE);
    SchemaElement text = new SchemaElement("text").setType(Type.BYTE_ARRAY);
    text.setRepetition_type(FieldRepetitionType.REQUIRED).setConverted_type(ConvertedType.UTF8);
    SchemaElement price = new SchemaElement("price").setType(Type.INT64);
    price.setRepetition_type(FieldRepetitionType.REQUIRED).setConverted_type(ConvertedType.DECIMAL);
    price.setScale(1).setPrecision(10);
    SchemaElement when = new SchemaElement("when").setType(Type.INT64);
    when.setRepetition_type(FieldRepetitionType.REQUIRED);
    when.setConverted_type(ConvertedType.TIMESTAMP_MICROS);
    Path file =
        new ParquetWriter()
            .element(day)
            .element(text)
            .element(price)
            .element(when)
            .write(
                directory.resolve("old"),
                List.<@Nullable Object[]>of(new Object[] {1, "a", 25L, 1_000_000L}));
    assertThat(
            cells(
                read(unlabelled(file, ALL).withColumns(cells("day", "text", "price", "when")))
                    .get(0)))
        .containsExactly("1970-01-02", "a", "2.5", "1970-01-01T00:00:01Z");
  }

  /** Numbers of every kind, with the text that a CSV file of them has. */
  @Test
  void numbersAreTheDoublesOfTheirText() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    List<@Nullable Object[]> rows = new ArrayList<>();
    StringBuilder csv = new StringBuilder("i,l,u,f,d,p\n");
    for (int i = 0; i < 500; i++) {
      float real = (float) Math.scalb(random.nextDouble() - 0.5, random.nextInt(-140, 120));
      double exact = Math.scalb(random.nextDouble() - 0.5, random.nextInt(-1060, 1000));
      long wide = random.nextLong() >> random.nextInt(64);
      BigInteger unscaled = BigInteger.valueOf(random.nextLong()).shiftLeft(random.nextInt(30));
      rows.add(new Object[] {(int) wide, wide, wide, real, exact, unscaled.toByteArray()});
      csv.append((int) wide).append(',').append(wide).append(',');
      csv.append(Long.toUnsignedString(wide)).append(',').append(new BigDecimal(real));
      csv.append(',').append(exact).append(',').append(new BigDecimal(unscaled, 7)).append('\n');
    }
    Path text = Files.writeString(directory.resolve("a.csv"), csv);
    List<Instance> expected = read(unlabelled(text, csv(true, null)));
    for (CompressionCodec codec : READ) {
      Path file =
          new ParquetWriter()
              .column("i", Type.INT32, null)
              .column("l", Type.INT64, null)
              .column("u", Type.INT64, integer(64, false))
              .column("f", Type.FLOAT, null)
              .column("d", Type.DOUBLE, null)
              .column("p", Type.BYTE_ARRAY, decimal(7))
              .codec(codec)
              .encoded(2, codec == CompressionCodec.ZSTD)
              .rowsPerGroup(123)
              .write(directory.resolve(codec.name()), rows);
      List<Instance> found = read(unlabelled(file, ALL));
      assertThat(found).hasSameSizeAs(expected);
      for (int i = 0; i < found.size(); i++) {
        assertThat(((Instance.Example) found.get(i)).features())
            .usingRecursiveComparison()
            .isEqualTo(((Instance.Example) expected.get(i)).features());
        assertThat(found.get(i).position()).isEqualTo(i);
      }
    }
  }

  private static final List<CompressionCodec> READ =
      List.of(
          CompressionCodec.UNCOMPRESSED,
          CompressionCodec.SNAPPY,
          CompressionCodec.GZIP,
          CompressionCodec.ZSTD,
          CompressionCodec.LZ4_RAW);

  @ParameterizedTest
  @EnumSource(CompressionCodec.class)
  void compressions(CompressionCodec codec) throws IOException {
    for (int version = 1; version <= 2; version++) {
      List<@Nullable Object[]> rows = new ArrayList<>();
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        rows.add(new Object[] {i / 10, "class " + i % 3});
        expected.add("[" + i / 10 + ".0] -> class " + i % 3);
      }
      Path file =
          new ParquetWriter()
              .column("x", Type.INT32, null)
              .text("y")
              .codec(codec)
              .encoded(version, version == 1)
              .rowsPerGroup(100)
              .write(directory.resolve("a" + version), rows);
      if (READ.contains(codec)) {
        assertThat(readExamples(labelled(file, LABELLED))).isEqualTo(expected);
      } else {
        assertThatThrownBy(() -> readExamples(labelled(file, LABELLED)))
            .isInstanceOf(BadInputException.class)
            .hasMessage(
                file
                    + ": found column 1 (x) compressed by "
                    + codec.name().toLowerCase(java.util.Locale.ROOT)
                    + ", allowed uncompressed, snappy, gzip, zstd or lz4_raw");
      }
    }
  }

  /** A file of another writer (Arrow 25): pages of version 2, differences, no dictionary, zstd. */
  @Test
  void aFileOfAnotherWriter() throws IOException {
    byte[] bytes;
    try (var in = ParquetTest.class.getResourceAsStream("arrow.parquet.base64")) {
      bytes = Base64.getMimeDecoder().decode(in.readAllBytes());
    }
    Path file = Files.write(directory.resolve("arrow.parquet"), bytes);
    List<Instance> rows =
        read(unlabelled(file, ALL).withColumns(cells("i", "s", "t", "f", "b", "day", "when")));
    assertThat(rows).hasSize(200);
    for (int i = 0; i < 200; i++) {
      assertThat(cells(rows.get(i)))
          .containsExactly(
              i % 7 == 3 ? null : Integer.toString(i * 1000 - 500),
              "text number " + i,
              i % 5 == 0 ? null : "t" + i % 3,
              Double.toString(i / 8.0),
              Boolean.toString(i % 3 == 0),
              java.time.LocalDate.of(2020, 1, 1).plusDays(i).toString(),
              java.time.LocalDateTime.of(2020, 1, 1, 0, 0, 7).plusHours(i) + "Z");
    }
  }

  private static ParquetWriter people() {
    return new ParquetWriter()
        .column("id", Type.INT64, null)
        .column("age", Type.DOUBLE, null)
        .text("job")
        .column("rich", Type.BOOLEAN, null);
  }

  private static final List<@Nullable Object[]> PEOPLE =
      List.of(
          new @Nullable Object[] {1L, 33.5, "clerk", true},
          new @Nullable Object[] {2L, null, null, false},
          new @Nullable Object[] {3L, 70.0, "cook, \"chief\"", null});

  @Test
  void columnsGoByNameOrNumber() throws IOException {
    Path file = people().write(directory.resolve("a"), PEOPLE.subList(0, 1));
    assertThat(
            readExamples(
                labelled(file, new Parquet("job", List.of("rich", "#2"), null, null, null))))
        .containsExactly("[1.0, 33.5] -> clerk");
    assertThat(readExamples(labelled(file, new Parquet("#3", null, List.of("id"), null, null))))
        .containsExactly("[33.5, 1.0] -> clerk");
    assertThat(
            readExamples(
                dataSet(
                    file,
                    new Parquet(null, null, List.of("job"), List.of("age", "id"), null),
                    null,
                    OnBadRecord.FAIL,
                    TaskKind.REGRESSION,
                    true)))
        .containsExactly("[1.0] -> [33.5, 1.0]");
    assertThat(readExamples(labelled(file, new Parquet("rich", null, null, null, "job"))))
        .containsExactly("\"clerk\" -> true");
    assertThat(ALL.withLabel("2").label()).isEqualTo("#2");
    assertThat(new Parquet("y", List.of("a"), null, null, null).withLabel(null).hasLabel())
        .isFalse();
  }

  @Test
  void columnsAreFoundByNameInOtherFiles() throws IOException {
    Path first = Files.createDirectory(directory.resolve("d"));
    new ParquetWriter()
        .column("a", Type.INT32, null)
        .column("b", Type.INT32, null)
        .text("y")
        .write(
            first.resolve("part-0.snappy.parquet"),
            List.<@Nullable Object[]>of(new Object[] {1, 2, "A"}));
    new ParquetWriter()
        .text("y")
        .column("b", Type.INT64, null)
        .column("a", Type.INT64, null)
        .write(
            first.resolve("part-1.snappy.parquet"),
            List.<@Nullable Object[]>of(new Object[] {"B", 4L, 3L}));
    new ParquetWriter().text("y").write(first.resolve("part-2.snappy.parquet"), List.of());
    Files.writeString(first.resolve("_SUCCESS"), "");
    Files.writeString(first.resolve("._SUCCESS.crc"), "crc");
    Files.writeString(first.resolve(".part-0.snappy.parquet.crc"), "crc");
    assertThat(readExamples(labelled(first, LABELLED)))
        .containsExactly("[1.0, 2.0] -> A", "[3.0, 4.0] -> B");
    DataFormat named = Input.of(labelled(first, LABELLED)).dataSet().format();
    assertThat(named.featureNames()).containsExactly("a", "b");
    assertThat(csv(true, "y").withColumnsOf(named).featureNames()).containsExactly("a", "b");
    assertThat(ALL.withColumnsOf(csv(true, "y").withColumnsOf(named)).featureNames())
        .containsExactly("a", "b");
  }

  @Test
  void theSameTableAsCsvAndJson() throws IOException {
    CellColumns columns =
        new CellColumns(
            List.of(
                new CellColumns.Column("age", CellKind.NUMBER, false),
                new CellColumns.Column("job", CellKind.TEXT, false)),
            List.of("id"),
            List.of("", "?"));
    Path parquet = people().write(directory.resolve("a.parquet"), PEOPLE);
    Path text =
        Files.writeString(
            directory.resolve("a.csv"),
            "id,age,job,rich\n1,33.5,clerk,true\n2,?,,false\n3,70.0,\"cook, \"\"chief\"\"\",\n");
    Path json =
        Files.writeString(
            directory.resolve("a.jsonl"),
            """
            {"age": 33.5, "job": "clerk", "rich": true}
            {"age": null, "rich": false}
            {"age": 70.0, "job": "cook, \\"chief\\""}
            """);
    List<String> expected = table(text, csv(true, "rich"), columns);
    assertThat(table(parquet, new Parquet("rich", null, null, null, null), columns))
        .isEqualTo(expected)
        .containsExactly(
            "[33.5, clerk] true", "[null, null] false", "[70.0, cook, \"chief\"] null");
    assertThat(
            table(
                json,
                new JsonLines("rich", null, List.of("age", "job")),
                new CellColumns(columns.columns(), List.of(), columns.missing())))
        .isEqualTo(expected);
  }

  private static List<String> table(Path file, DataFormat format, CellColumns columns)
      throws IOException {
    return read(unlabelled(file, format).withColumns(columns)).stream()
        .map(
            instance -> {
              Target target = ((Instance.Example) instance).target();
              return cells(instance)
                  + " "
                  + (target == null ? null : ((Target.ClassName) target).name());
            })
        .toList();
  }

  /** Texts are read in the column's notation, numbers of a type are what they are. */
  @Test
  void theSameNotationsEverywhere() throws Exception {
    CellColumns columns =
        new CellColumns(
            List.of(
                new CellColumns.Column("pay", CellKind.NUMBER, false, NumberNotation.POINT_GROUPS),
                new CellColumns.Column(
                    "day", CellKind.ISO_DATE, false, new DatePattern("d/M/uuuu"))),
            List.of(),
            List.of("", "?"));
    List<String> expected = List.of("[1234.50, 2021-12-31] a", "[null, null] null");
    Path csv =
        Files.writeString(
            directory.resolve("a.csv"), "pay,day,y\n\"1.234,50 €\",31/12/2021,a\n?,,?\n");
    assertThat(table(csv, csv(true, "y"), columns)).isEqualTo(expected);
    Path json =
        Files.writeString(
            directory.resolve("a.jsonl"),
            "{\"pay\": \"1.234,50 €\", \"day\": \"31/12/2021\", \"y\": \"a\"}\n{\"pay\": null}\n");
    JsonLines fields = new JsonLines("y", null, List.of("pay", "day"));
    assertThat(table(json, fields, columns)).isEqualTo(expected);
    Path parquet =
        new ParquetWriter()
            .text("pay")
            .text("day")
            .text("y")
            .write(
                directory.resolve("a.parquet"),
                List.<@Nullable Object[]>of(
                    new Object[] {"1.234,50 €", "31/12/2021", "a"},
                    new @Nullable Object[] {null, null, null}));
    assertThat(table(parquet, new Parquet("y", null, null, null, null), columns))
        .isEqualTo(expected);
    RecordParser records = new RecordParser(fields, null, TaskKind.CLASSIFICATION, columns);
    assertThat(cells(records.parse("{\"pay\": 123.456, \"day\": \"1/2/2021\"}".getBytes(UTF_8))))
        .containsExactly("123.456", "2021-02-01");
    assertThatThrownBy(() -> records.parse("{\"pay\": \"1.5\"}".getBytes(UTF_8)))
        .hasMessage("found \"1.5\" in field pay, allowed a number such as 1.234,50");
    assertThatThrownBy(() -> records.parse("{\"day\": \"2021-12-31\"}".getBytes(UTF_8)))
        .hasMessage("found \"2021-12-31\" in field day, allowed a date written as d/M/uuuu");
  }

  @Test
  void truthsAreNumbersWhereNumbersAreAsked() throws IOException {
    Path file = people().write(directory.resolve("a"), PEOPLE.subList(0, 2));
    CellColumns columns =
        new CellColumns(
            List.of(new CellColumns.Column("rich", CellKind.NUMBER, false)),
            List.of("id", "age", "job"),
            List.of());
    assertThat(table(file, ALL, columns)).containsExactly("[1] null", "[0] null");
  }

  @Test
  void rangesOfRows() throws IOException {
    List<@Nullable Object[]> rows = column(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    Path file =
        new ParquetWriter()
            .column("x", Type.INT32, null)
            .rowsPerGroup(3)
            .write(directory.resolve("a"), rows);
    assertThat(
            readExamples(dataSet(file, ALL, "5-8", OnBadRecord.FAIL, TaskKind.REGRESSION, false)))
        .containsExactly("[4.0] -> none", "[5.0] -> none", "[6.0] -> none", "[7.0] -> none");
    assertThatThrownBy(
            () ->
                readExamples(
                    dataSet(file, ALL, "5-11", OnBadRecord.FAIL, TaskKind.REGRESSION, false)))
        .hasMessage(file + ": found 10 rows, allowed rows that exist, not rows: 5-11");
  }

  @Test
  void badRowsHaveTheirNumbers() throws IOException {
    Path file = people().rowsPerGroup(2).write(directory.resolve("a"), PEOPLE);
    DataSet all =
        dataSet(
            file,
            new Parquet("rich", List.of("age", "id"), null, null, null),
            null,
            OnBadRecord.QUARANTINE,
            TaskKind.CLASSIFICATION,
            true);
    assertThat(read(all))
        .filteredOn(Instance.Bad.class::isInstance)
        .extracting(Object::toString)
        .containsExactly(
            new Instance.Bad(
                    all.role(),
                    1,
                    file + ": record 2",
                    "found no value in column 2 (age), allowed a finite number",
                    "2,null,false")
                .toString(),
            new Instance.Bad(
                    all.role(),
                    2,
                    file + ": record 3",
                    "found no label, allowed a class name",
                    "3,70.0,null")
                .toString());
    assertThat(Input.of(all).place(1)).isEqualTo(file + ": record 2");
    assertThatThrownBy(
            () -> read(labelled(file, new Parquet("rich", null, List.of("id"), null, null))))
        .isInstanceOf(BadRecordException.class)
        .hasMessage(
            file
                + ": record 1: found \"clerk\" in column 3 (job), allowed a finite number;"
                + " onBadRecord: quarantine leaves such rows out, preprocessing.columns takes mixed"
                + " columns, as filbert data infer proposes them");
  }

  @ParameterizedTest
  @CsvSource({"NaN, NaN", "Infinity, Infinity"})
  void numbersAreFinite(double value, String shown) throws IOException {
    Path file =
        new ParquetWriter()
            .column("x", Type.DOUBLE, null)
            .write(directory.resolve("a"), column(value));
    assertThatThrownBy(() -> read(unlabelled(file, ALL)))
        .hasMessageContaining("found \"" + shown + "\" in column 1 (x), allowed a finite number");
  }

  @Test
  void valuesOutOfRangeAreBadRows() throws IOException {
    Path time =
        new ParquetWriter()
            .column(
                "t",
                Type.INT32,
                LogicalType.TIME(new TimeType(false, TimeUnit.MILLIS(new MilliSeconds()))))
            .write(directory.resolve("t"), column(-1));
    assertThatThrownBy(() -> read(unlabelled(time, ALL).withColumns(cells("t"))))
        .isInstanceOf(BadRecordException.class)
        .hasMessageContaining(
            "found a value out of range in column 1 (t), allowed what its type can be");
    Path text =
        new ParquetWriter()
            .text("s")
            .write(directory.resolve("s"), column(new byte[] {(byte) 0xFF}));
    assertThatThrownBy(() -> read(unlabelled(text, ALL).withColumns(cells("s"))))
        .isInstanceOf(BadRecordException.class)
        .hasMessageContaining("found bytes that are not UTF-8 in column 1 (s), allowed UTF-8 text");
  }

  private void assertRefused(Path file, DataFormat format, String message) {
    assertThatThrownBy(() -> read(unlabelled(file, format)))
        .isInstanceOf(BadInputException.class)
        .hasMessage(file + ": " + message);
  }

  @Test
  void filesThatAreNoParquet() throws IOException {
    byte[] good = people().bytes(PEOPLE);
    assertRefused(
        Files.write(directory.resolve("csv"), "a,b\n1,2\n".getBytes(StandardCharsets.UTF_8)),
        ALL,
        "found no Parquet file: it does not begin with PAR1, allowed Parquet");
    for (int length : new int[] {4, 11, good.length / 2, good.length - 1}) {
      assertRefused(
          Files.write(directory.resolve("cut" + length), Arrays.copyOf(good, length)),
          ALL,
          "found the beginning of a Parquet file without its end, allowed a whole file (is it cut"
              + " off?)");
    }
    assertRefused(
        Files.write(directory.resolve("empty"), new byte[0]),
        ALL,
        "found an empty file, allowed one or more records");
    byte[] encrypted = good.clone();
    encrypted[good.length - 1] = 'E';
    encrypted[3] = 'E';
    assertRefused(
        Files.write(directory.resolve("encrypted"), encrypted),
        ALL,
        "found an encrypted footer, allowed Parquet without encryption");
    byte[] garbled = good.clone();
    Arrays.fill(garbled, good.length - 60, good.length - 8, (byte) 0xFF);
    assertThatThrownBy(
            () -> read(unlabelled(Files.write(directory.resolve("garbled"), garbled), ALL)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("found a footer that");
    byte[] damaged = good.clone();
    Arrays.fill(damaged, 6, 30, (byte) 0xFF);
    assertRefused(
        Files.write(directory.resolve("damaged"), damaged),
        new Parquet(null, List.of("id"), null, null, null),
        "found column 1 (id) damaged, allowed pages of Parquet");
    assertRefused(
        Files.write(directory.resolve("a.parquet.gz"), good),
        ALL,
        "found a compressed file by its name, allowed Parquet, which is compressed inside");
    Path none = people().write(directory.resolve("none"), List.of());
    assertThatThrownBy(() -> read(unlabelled(none, ALL)))
        .isInstanceOf(NoRecordsException.class)
        .hasMessage(none + ": found no records, allowed one or more");
  }

  @Test
  void columnsThatCannotBeRead() throws IOException {
    SchemaElement tags = new SchemaElement("tags").setNum_children(1);
    tags.setRepetition_type(FieldRepetitionType.OPTIONAL);
    tags.setLogicalType(LogicalType.LIST(new ListType()));
    SchemaElement tag = new SchemaElement("tag").setType(Type.INT32);
    tag.setRepetition_type(FieldRepetitionType.REPEATED);
    SchemaElement many = tag.deepCopy().setName("many");
    Path file =
        new ParquetWriter()
            .column("x", Type.INT32, null)
            .element(tags)
            .element(tag)
            .element(many)
            .column("raw", Type.BYTE_ARRAY, null)
            .column("y", Type.INT32, null)
            .write(
                directory.resolve("a"),
                List.<@Nullable Object[]>of(new Object[] {1, 2, 3, new byte[] {4}, 5}));
    String allowed =
        ", allowed numbers, decimals, true or false, text, dates and times; ignore leaves the"
            + " column out";
    assertRefused(file, LABELLED, "found the nested type list in column 2 (tags)" + allowed);
    assertRefused(
        file,
        new Parquet("y", List.of("many"), null, null, null),
        "found the nested type list (repeated values) in column 3 (many)" + allowed);
    assertRefused(
        file,
        new Parquet("y", List.of("raw"), null, null, null),
        "found binary data (text must be marked as such, as STRING or UTF8) in column 4 (raw)"
            + allowed);
    assertThatThrownBy(() -> read(labelled(file, new Parquet("z", List.of("x"), null, null, null))))
        .hasMessage(
            file
                + ": found no label column z, allowed column numbers 1 to 5 or one of x, tags,"
                + " many, raw, y");
    assertThat(
            readExamples(
                labelled(file, new Parquet("y", null, List.of("tags", "many", "raw"), null, null))))
        .containsExactly("[1.0] -> 5");
  }

  @Test
  void proposesColumns() throws IOException {
    SchemaElement tags = new SchemaElement("tags").setNum_children(1);
    tags.setRepetition_type(FieldRepetitionType.OPTIONAL);
    SchemaElement tag = new SchemaElement("tag").setType(Type.INT32);
    tag.setRepetition_type(FieldRepetitionType.OPTIONAL);
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      rows.add(
          new @Nullable Object[] {
            (long) i, i % 9 == 0 ? null : i % 30 / 2.0, "job " + i % 3, i, i, i % 2 == 0
          });
    }
    Path file =
        new ParquetWriter()
            .column("id", Type.INT64, null)
            .column("age", Type.DOUBLE, null)
            .text("job")
            .element(tags)
            .element(tag)
            .column("hired", Type.INT32, LogicalType.DATE(new DateType()))
            .column("rich", Type.BOOLEAN, null)
            .rowsPerGroup(30)
            .write(directory.resolve("a"), rows);
    assertThat(InferredTable.of(Input.first(file.toString())).section("rich"))
        .isEqualTo(
            """
            # from 100 rows of %s: change what is not so
            # data.train.format: {type: parquet, label: rich}
            preprocessing:
              columns:
                id: {type: ignore}  # counts the rows
                age: {type: number}  # 0.0 to 14.5, 12 missing
                job: {type: category}  # 3 values
                tags: {type: ignore}  # the nested type struct, which is not read
                hired: {type: date, parts: [year, month, weekday]}  # 1970-01-01 and others
            """
                .formatted(file));
  }
}
