package org.filbert.connectors.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.filbert.connectors.TestInput.dataSet;
import static org.filbert.connectors.TestInput.labelled;
import static org.filbert.connectors.TestInput.read;
import static org.filbert.connectors.TestInput.readExamples;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.BadRecordException;
import org.filbert.connectors.NoRecordsException;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.TestInput;
import org.filbert.connectors.file.DataSet;
import org.filbert.connectors.file.FormatType;
import org.filbert.connectors.file.RecordReader;
import org.filbert.connectors.parquet.InferredTable;
import org.filbert.connectors.read.Input;
import org.filbert.connectors.text.InferredColumns;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.table.CellColumns;
import org.filbert.table.CellKind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class NpyTest {
  @TempDir Path directory;

  private static Npy labelIn(String column) {
    return new Npy(column, List.of(), List.of(), List.of());
  }

  /** A file of version 1 with a header of these values, padded as NumPy does. */
  private Path write(String type, String fortran, String shape, byte[] elements)
      throws IOException {
    String header =
        "{'descr': %s, 'fortran_order': %s, 'shape': %s, }".formatted(type, fortran, shape);
    return raw(header + " ".repeat(117 - header.length()) + "\n", elements);
  }

  private Path raw(String header, byte[] elements) throws IOException {
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    ByteBuffer file =
        ByteBuffer.allocate(10 + text.length + elements.length).order(ByteOrder.LITTLE_ENDIAN);
    file.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    file.putShort((short) text.length).put(text).put(elements);
    return Files.write(directory.resolve("x.npy"), file.array());
  }

  private static byte[] bytes(double... values) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asDoubleBuffer().put(values);
    return bytes.array();
  }

  private Path matrix(int rows, int columns, double... values) throws IOException {
    return write("'<f8'", "False", "(%s, %s)".formatted(rows, columns), bytes(values));
  }

  @Test
  void aMatrixWithTheLabelInAColumn() throws IOException {
    Path file = matrix(3, 3, 1, 0.5, 7, 2, -1.5, 8, 1, 3, 9);
    DataSet dataSet = labelled(file, labelIn("1"));
    assertThat(readExamples(dataSet))
        .containsExactly("[0.5, 7.0] -> 1", "[-1.5, 8.0] -> 2", "[3.0, 9.0] -> 1");
    assertThat(read(dataSet)).extracting(Instance::position).containsExactly(0L, 1L, 2L);
    assertThat(
            readExamples(
                dataSet(file, labelIn("2"), "2-3", OnBadRecord.FAIL, TaskKind.REGRESSION, true)))
        .containsExactly("[2.0, 8.0] -> [-1.5]", "[1.0, 9.0] -> [3.0]");
    Npy targets = new Npy(null, List.of("3"), List.of(), List.of("2", "1"));
    assertThat(
            readExamples(
                dataSet(file, targets, "1-1", OnBadRecord.FAIL, TaskKind.REGRESSION, true)))
        .containsExactly("[7.0] -> [0.5, 1.0]");
    Npy some = new Npy("1", List.of(), List.of("3"), List.of());
    assertThat(readExamples(labelled(file, some))).first().isEqualTo("[0.5] -> 1");
  }

  /** As {@code numpy.save} wrote them: 1, 2 and the extremes of each type. */
  static Stream<Arguments> types() {
    return Stream.of(
        Arguments.of("<f4", "0000803f00000040", "[1.0]", "[2.0]"),
        Arguments.of(">f4", "3f80000040000000", "[1.0]", "[2.0]"),
        Arguments.of("<f8", "000000000000f03f9a9999999999b93f", "[1.0]", "[0.1]"),
        Arguments.of("|i1", "01ff", "[1.0]", "[-1.0]"),
        Arguments.of("|u1", "01ff", "[1.0]", "[255.0]"),
        Arguments.of("|b1", "0001", "[0.0]", "[1.0]"),
        Arguments.of("<i2", "01000080", "[1.0]", "[-32768.0]"),
        Arguments.of("<u2", "0100ffff", "[1.0]", "[65535.0]"),
        Arguments.of("<i4", "0100000000000080", "[1.0]", "[-2.147483648E9]"),
        Arguments.of(">u4", "00000001ffffffff", "[1.0]", "[4.294967295E9]"),
        Arguments.of("<i8", "0100000000000000ffffffffffffffff", "[1.0]", "[-1.0]"),
        Arguments.of(
            "<u8", "0100000000000000ffffffffffffffff", "[1.0]", "[1.8446744073709552E19]"));
  }

  @ParameterizedTest
  @MethodSource("types")
  void elementsOfEachType(String type, String hex, String first, String second) throws IOException {
    byte[] elements = HexFormat.of().parseHex(hex);
    Path file = write("'" + type + "'", "False", "(2,)", elements);
    DataSet dataSet =
        dataSet(
            file,
            new Npy(null, List.of(), List.of(), List.of()),
            null,
            OnBadRecord.FAIL,
            TaskKind.CLASSIFICATION,
            false);
    assertThat(readExamples(dataSet)).containsExactly(first + " -> none", second + " -> none");
  }

  @Test
  void labelsOfWholeNumbersHaveNoPoint() throws IOException {
    Path longs =
        write(
            "'<i8'",
            "False",
            "(2, 2)",
            ByteBuffer.allocate(32)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(9007199254740993L)
                .putLong(1)
                .putLong(-5)
                .putLong(2)
                .array());
    assertThat(readExamples(labelled(longs, labelIn("1"))))
        .containsExactly("[1.0] -> 9007199254740993", "[2.0] -> -5");
    Path floats = matrix(2, 2, 3, 0.5, 0.25, 1);
    assertThat(readExamples(labelled(floats, labelIn("1"))))
        .containsExactly("[0.5] -> 3", "[1.0] -> 0.25");
  }

  @Test
  void imagesAreRows() throws IOException {
    Path file = write("'|u1'", "False", "(2, 2, 2)", new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
    assertThat(readExamples(labelled(file, labelIn("4"))))
        .containsExactly("[1.0, 2.0, 3.0] -> 4", "[5.0, 6.0, 7.0] -> 8");
  }

  @Test
  void numbersThatAreNotFinite() throws IOException {
    Path file = matrix(3, 2, Double.NaN, 1, 0.5, Double.POSITIVE_INFINITY, 0.25, Double.NaN);
    assertThatThrownBy(() -> read(labelled(file, labelIn("2"))))
        .isInstanceOf(BadRecordException.class)
        .hasMessage(
            file
                + ": record 1: found NaN in column 1, allowed a finite number; onBadRecord:"
                + " quarantine leaves such rows out");
    List<Instance> all =
        read(dataSet(file, labelIn("2"), null, OnBadRecord.QUARANTINE, TaskKind.REGRESSION, true));
    assertThat(all)
        .extracting(TestInput::describe)
        .containsExactly(
            "bad: found NaN in column 1, allowed a finite number",
            "bad: found the label \"Infinity\", allowed a finite number",
            "bad: found no label, allowed a finite number");
    assertThat(all.get(1))
        .isEqualTo(
            new Instance.Bad(
                Role.TRAIN,
                1,
                file + ": record 2",
                "found the label \"Infinity\", allowed a finite number",
                "0.5,Infinity"));
  }

  @Test
  void cellsOfMixedColumns() throws IOException {
    Path file = matrix(3, 3, 1, Double.NaN, 5, 2, 0.5, 6, 1, -999, 5);
    CellColumns columns =
        new CellColumns(
            List.of(
                new CellColumns.Column("2", CellKind.NUMBER, false),
                new CellColumns.Column("3", CellKind.TEXT, false)),
            List.of(),
            List.of("-999"));
    DataSet dataSet = labelled(file, labelIn("1")).withColumns(columns);
    List<List<@Nullable String>> found = new ArrayList<>();
    for (Instance instance : read(dataSet)) {
      Features.Cells cells = (Features.Cells) ((Instance.Example) instance).features();
      found.add(Arrays.asList(cells.cell(0), cells.cell(1)));
    }
    assertThat(found)
        .containsExactly(Arrays.asList(null, "5"), List.of("0.5", "6"), Arrays.asList(null, "5"));
  }

  @ParameterizedTest
  @CsvSource({"1", "7", "100", "1000", "100000"})
  void partsHaveEachRowOnce(int length) throws IOException {
    double[] values = new double[600];
    Arrays.setAll(values, i -> i);
    Path file = matrix(200, 3, values);
    DataSet dataSet = labelled(file, labelIn("3"));
    Input input = Input.of(dataSet);
    assertThat(input.splittable(input.files().get(0))).isTrue();
    List<String> found = new ArrayList<>();
    for (long from = 0; from < Files.size(file); from += length) {
      try (RecordReader reader = input.open(input.files().get(0), from, from + length)) {
        for (Instance next = reader.next(); next != null; next = reader.next()) {
          found.add(TestInput.describeFully(next));
        }
      }
    }
    assertThat(found)
        .containsExactlyElementsOf(read(dataSet).stream().map(TestInput::describeFully).toList());
  }

  @Test
  void columnsAreProposed() throws IOException {
    Path file = matrix(4, 2, 1, 0.5, 2, Double.NaN, 1, 3.5, 2, 4);
    InferredColumns found = InferredTable.of(Input.first(file.toString()));
    assertThat(found.format("1")).isEqualTo("{type: npy, label: 1}");
    assertThat(found.task("1")).isEqualTo(TaskKind.CLASSIFICATION);
    assertThat(found.preprocessing("1")).contains("\"2\": {type: number");
  }

  /** A table's column that counts the rows is an id, a matrix has none. */
  @Test
  void numbersThatCountTheRowsAreNumbers() throws IOException {
    Path file = matrix(5, 2, 1, 0, 2, 1, 1, 2, 2, 3, 1, 4);
    InferredColumns found = InferredTable.of(Input.first(file.toString()));
    assertThat(found.preprocessing("1")).contains("\"2\": {type: number");
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        Arguments.of(
            "'<f2'",
            "False",
            "(2, 2)",
            "found elements of the type '<f2', allowed float32, float64, int8 to int64, uint8 to"
                + " uint64 or bool"),
        Arguments.of("'|O'", "False", "(2, 2)", "found elements of the type '|O', allowed float32"),
        Arguments.of(
            "[('a', '<f8')]",
            "False",
            "(2,)",
            "found elements of the type [('a', '<f8')], allowed float32"),
        Arguments.of(
            "'<f8'",
            "True",
            "(2, 2)",
            "found a matrix by columns, allowed one by rows: numpy.ascontiguousarray makes it so"),
        Arguments.of("'<f8'", "False", "()", "found a single number, allowed one or more rows"),
        Arguments.of("'<f8'", "False", "(2, 0)", "found rows of no columns, allowed one or more"),
        Arguments.of(
            "'<f8'",
            "False",
            "(2, 99999, 99999)",
            "found a dimension of 99999, allowed rows of up to 33554432 numbers"),
        Arguments.of(
            "'<f8'",
            "False",
            "(99999999999999999999, 2)",
            "found a dimension of 99999999999999999999"),
        Arguments.of("'<f8'", "False", "(2, 2 2)", "found a dimension of 2 2"),
        Arguments.of(
            "'<f8'",
            "False",
            "(5, 1)",
            "found fewer bytes than the header says, allowed 5 rows of 8 bytes"),
        Arguments.of(
            "'<f8'",
            "Maybe",
            "(4, 1)",
            "found a header without its keys, allowed descr, fortran_order and shape"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void aHeaderOfAnotherForm(String type, String fortran, String shape, String message)
      throws IOException {
    Path file = write(type, fortran, shape, bytes(1, 2, 3, 4));
    assertThatThrownBy(() -> read(labelled(file, labelIn("1"))))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(file + ": " + message);
  }

  @Test
  void otherFiles() throws IOException {
    Path text = Files.writeString(directory.resolve("x.npy"), "1,2,3\n");
    assertThatThrownBy(() -> read(labelled(text, labelIn("1"))))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            text
                + ": found no matrix of NumPy, as it does not begin like one, allowed a file of"
                + " numpy.save");
    Path none = write("'<f8'", "False", "(0, 2)", new byte[0]);
    assertThatThrownBy(() -> read(labelled(none, labelIn("1"))))
        .isInstanceOf(NoRecordsException.class)
        .hasMessage(none + ": found no rows, allowed one or more");
    Path file = matrix(2, 2, 1, 2, 3, 4);
    assertThatThrownBy(() -> read(labelled(file, labelIn("3"))))
        .isInstanceOf(BadInputException.class)
        .hasMessage(file + ": found no label column 3, allowed column numbers 1 to 2");
    assertThatThrownBy(() -> labelIn("price"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "label: found \"price\", allowed a column number from 1 (a matrix has no names)");
    assertThat(FormatType.of(labelIn("1")).name()).isEqualTo("npy");
  }
}
