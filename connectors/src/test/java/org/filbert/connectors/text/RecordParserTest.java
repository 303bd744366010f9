package org.filbert.connectors.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.TestInput;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.idx.Idx;
import org.filbert.data.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RecordParserTest {
  private static final DataFormat CSV = new Csv(",", false, "1", List.of());
  private static final DataFormat SOME_COLUMNS = new Csv(";", false, "2", List.of("3", "1"));
  private static final DataFormat ARRAY = new JsonLines("label", "x", List.of());
  private static final DataFormat FIELDS = new JsonLines("label", null, List.of("u"));
  private static final DataFormat LIBSVM = new LibSvm(true, null);

  static Stream<Arguments> records() {
    return Stream.of(
        arguments(CSV, "A,1,2.5", "[1.0, 2.5] -> A"),
        arguments(CSV, "A,1,2.5\r\n", "[1.0, 2.5] -> A"),
        arguments(CSV, ",1,2", "[1.0, 2.0] -> none"),
        arguments(SOME_COLUMNS, "1;A;2", "[2.0, 1.0] -> A"),
        arguments(ARRAY, "{\"x\": [1, 2],\n \"label\": 3}\n", "[1.0, 2.0] -> 3"),
        arguments(ARRAY, "{\"x\": [1, 2], \"label\": null}", "[1.0, 2.0] -> none"),
        arguments(LIBSVM, "+1 2:0.5", "[1][0.5] -> +1"),
        arguments(LIBSVM, "1:3 2:0.5", "[0, 1][3.0, 0.5] -> none"));
  }

  @ParameterizedTest
  @MethodSource("records")
  void reads(DataFormat format, String record, String example) throws MalformedException {
    RecordParser parser = new RecordParser(format, 2, TaskKind.CLASSIFICATION);
    assertThat(parser.features()).isEqualTo(2);
    assertThat(TestInput.describe(parser.parse(bytes(record)))).isEqualTo(example);
  }

  static Stream<Arguments> malformed() {
    return Stream.of(
        arguments(CSV, "A,1", "found 2 columns, allowed 3 in every record"),
        arguments(CSV, "A,1,NaN", "found \"NaN\" in column 3, allowed a finite number"),
        arguments(CSV, "A,1,2\nB,1,2", "found a line break, allowed records of one line"),
        arguments(CSV, "", "found an empty record, allowed one with features"),
        arguments(ARRAY, "{\"x\": [1, 2]", "found malformed JSON"),
        arguments(ARRAY, "{\"x\": [1]}", "found 1 numbers in field x, allowed 2 in every record"),
        arguments(ARRAY, "{\"x\": [1, NaN]}", "found malformed JSON"),
        arguments(ARRAY, "{\"x\": [1, \"NaN\"]}", "found \"NaN\" in field x, allowed a finite"),
        arguments(ARRAY, "{}", "found no field x, allowed an array of numbers"),
        arguments(LIBSVM, "+1 3:1", "found index 3, allowed at most 2"),
        arguments(LIBSVM, "+1 1:nan", "found \"1:nan\", allowed a finite number after the index"),
        arguments(LIBSVM, "+1 1:1 words", "found \"words\", allowed index:value pairs"));
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void saysWhatIsWrong(DataFormat format, String record, String reason) {
    RecordParser parser = new RecordParser(format, 2, TaskKind.CLASSIFICATION);
    assertThatThrownBy(() -> parser.parse(bytes(record)))
        .isInstanceOf(MalformedException.class)
        .hasMessageStartingWith(reason);
  }

  @Test
  void bytesThatAreNotText() {
    RecordParser parser = new RecordParser(LIBSVM, 2, TaskKind.CLASSIFICATION);
    assertThatThrownBy(() -> parser.parse(new byte[] {'A', ' ', -1}))
        .hasMessage("found bytes that are not UTF-8, allowed UTF-8 text");
  }

  @Test
  void anyNumberOfFeaturesIfNoneIsSaid() throws MalformedException {
    RecordParser json = new RecordParser(ARRAY, null, TaskKind.CLASSIFICATION);
    assertThat(json.parse(bytes("{\"x\": [1, 2, 3]}")).features().width()).isEqualTo(3);
    RecordParser libSvm = new RecordParser(LIBSVM, null, TaskKind.CLASSIFICATION);
    assertThat(libSvm.parse(bytes("A 9:1")).features().width()).isEqualTo(9);
  }

  @Test
  void labelsThatComeAlone() throws MalformedException {
    RecordParser classes = new RecordParser(ARRAY, 2, TaskKind.CLASSIFICATION);
    assertThat(classes.parseLabel(bytes("A\n"))).isEqualTo(new Target.ClassName("A"));
    assertThatThrownBy(() -> classes.parseLabel(new byte[0]))
        .hasMessage("found an empty record, allowed a label");
    RecordParser numbers = new RecordParser(ARRAY, 2, TaskKind.REGRESSION);
    assertThatThrownBy(() -> numbers.parseLabel(bytes("A")))
        .hasMessage("found the label \"A\", allowed a finite number");
  }

  @Test
  void categoriesInRecords() throws MalformedException {
    TreeMap<String, List<String>> categories = new TreeMap<>(Map.of("3", List.of("a", "b", "c")));
    DataFormat format =
        new Csv(",", false, "1", List.of(), List.of(), List.of(), null, categories, null);
    RecordParser parser = new RecordParser(format, 4, TaskKind.CLASSIFICATION);
    assertThat(TestInput.describe(parser.parse(bytes("A,5,b"))))
        .isEqualTo("[5.0, 0.0, 1.0, 0.0] -> A");
  }

  @Test
  void columnsOfRecordsThatAreNoFeatures() throws MalformedException {
    DataFormat format =
        new Csv(",", false, "1", List.of(), List.of("2"), List.of(), null, new TreeMap<>(), null);
    RecordParser parser = new RecordParser(format, 2, TaskKind.CLASSIFICATION);
    assertThat(TestInput.describe(parser.parse(bytes("A,2026-01-01,5,6"))))
        .isEqualTo("[5.0, 6.0] -> A");
  }

  static Stream<Arguments> unusable() {
    return Stream.of(
        arguments(
            new Csv(",", true, "A", List.of()),
            2,
            "header: found true, allowed false, as records have no header: give their format, such"
                + " as {type: csv, label: '1'} with columns by number"),
        arguments(
            new JsonLines(null, "x", List.of(), List.of("y")),
            2,
            "targets: found [y], allowed a label, as it may be absent"),
        arguments(new Documents(), null, "text: found documents, allowed records of numbers"),
        arguments(CSV, 2_000_000_000, "features: found 2000000001 columns, allowed up to 16777216"),
        arguments(
            CSV, Integer.MAX_VALUE, "features: found 2147483648 columns, allowed up to 16777216"),
        arguments(
            new Csv(",", false, "999999999", List.of("1")),
            1,
            "features: found 999999999 columns, allowed up to 16777216"),
        arguments(CSV, null, "features: found none, allowed the number of features"),
        arguments(FIELDS, 2, "features: found 2, allowed 1 as in the format"),
        arguments(ARRAY, 0, "features: found 0, allowed 1 or more"),
        arguments(new Idx(null), 2, "type: found idx, allowed csv, jsonlines or libsvm"));
  }

  @ParameterizedTest
  @MethodSource("unusable")
  void refusesFormatsThatRecordsCannotHave(DataFormat format, Integer features, String message) {
    assertThatThrownBy(() -> new RecordParser(format, features, TaskKind.CLASSIFICATION))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
