package org.filbert.connectors.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.filbert.connectors.TestInput.csv;
import static org.filbert.connectors.TestInput.dataSet;
import static org.filbert.connectors.TestInput.read;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.filbert.connectors.BadRecordException;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.DataSet;
import org.filbert.data.Instance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BadRecordTest {
  private static final DataFormat CSV = csv(true, "class");
  private static final DataFormat SVM = new LibSvm(true, 5);
  private static final DataFormat ARRAY = new JsonLines("y", "x", List.of());
  private static final DataFormat FIELDS = new JsonLines("y", null, List.of("a", "b"));

  /** The message about a bad line, without its place. */
  private static final Map<String, String> REMEDIES =
      Map.of(
          "1,abc,A",
          "; ignore: [x], if this is no feature; or preprocessing.columns, which finds the"
              + " categories itself: filbert init writes it, with --stream for train-online",
          ",1,A",
          "; onBadRecord: quarantine leaves out records without a value",
          "NaN,1,A",
          "; onBadRecord: quarantine leaves out records without a value");

  @TempDir Path directory;

  static Stream<Arguments> badLines() {
    return Stream.concat(badText(), badJson());
  }

  /** Format, task, bad line, reason. */
  private static Stream<Arguments> badText() {
    TaskKind classes = TaskKind.CLASSIFICATION;
    TaskKind numbers = TaskKind.REGRESSION;
    return Stream.of(
        arguments(CSV, classes, "1,2", "found 2 columns, allowed 3 in every record"),
        arguments(CSV, classes, "1,2,A,", "found 4 columns, allowed 3 in every record"),
        arguments(
            CSV, classes, "1,abc,A", "found \"abc\" in column 2 (x), allowed a finite number"),
        arguments(CSV, classes, ",1,A", "found \"\" in column 1 (w), allowed a finite number"),
        arguments(
            CSV, classes, "NaN,1,A", "found \"NaN\" in column 1 (w), allowed a finite number"),
        arguments(
            CSV,
            classes,
            "1,Infinity,A",
            "found \"Infinity\" in column 2 (x), allowed a finite number"),
        arguments(
            CSV, classes, "1e999,1,A", "found \"1e999\" in column 1 (w), allowed a finite number"),
        arguments(CSV, classes, "1,2,", "found no label, allowed a class name"),
        arguments(CSV, numbers, "1,2,", "found no label, allowed a finite number"),
        arguments(CSV, numbers, "1,2,A", "found the label \"A\", allowed a finite number"),
        arguments(CSV, numbers, "1,2,inf", "found the label \"inf\", allowed a finite number"),
        arguments(
            CSV,
            numbers,
            "1,2,1e308",
            "found the label \"1e308\", allowed a finite number up to 1.0E300"),
        arguments(
            CSV,
            classes,
            "1,2,\"A",
            "found the quoted cell \"\"A\" without an end, allowed cells with a closing quote"),
        arguments(
            CSV,
            classes,
            "\"1\"2,3,A",
            "found \"\"1\"2,3,A\", allowed a delimiter after the closing quote (a quote in a cell"
                + " is doubled)"),
        arguments(
            SVM,
            classes,
            "A 0:1 1:1",
            "found index 0, allowed 1 or more (indices that start at 0 need oneBased: false)"),
        arguments(
            SVM, classes, "A 2:1 1:1", "found index 1 after 2, allowed strictly ascending indices"),
        arguments(
            SVM, classes, "A 2:1 2:1", "found index 2 after 2, allowed strictly ascending indices"),
        arguments(SVM, classes, "A 6:1", "found index 6, allowed at most 5"),
        arguments(SVM, classes, "A 1", "found \"1\", allowed index:value pairs"),
        arguments(SVM, classes, "A 1:1 x:2", "found \"x:2\", allowed index:value pairs"),
        arguments(SVM, classes, "A :2", "found \":2\", allowed index:value pairs"),
        arguments(SVM, classes, "A -1:2", "found \"-1:2\", allowed index:value pairs"),
        arguments(
            SVM, classes, "A 99999999999:2", "found \"99999999999:2\", allowed index:value pairs"),
        arguments(SVM, classes, "A 1:", "found \"1:\", allowed a finite number after the index"),
        arguments(
            SVM, classes, "A 1:nan", "found \"1:nan\", allowed a finite number after the index"),
        arguments(
            SVM, classes, "A 1:-inf", "found \"1:-inf\", allowed a finite number after the index"),
        arguments(SVM, classes, "1:2", "found no label, allowed a class name"),
        arguments(SVM, numbers, "A 1:2", "found the label \"A\", allowed a finite number"));
  }

  private static Stream<Arguments> badJson() {
    TaskKind classes = TaskKind.CLASSIFICATION;
    return Stream.of(
        arguments(ARRAY, classes, "[1]", "found no JSON object, allowed one JSON object"),
        arguments(
            ARRAY,
            classes,
            "{\"x\": [1,",
            "found malformed JSON (the end where a value belongs), allowed one JSON object"),
        arguments(ARRAY, classes, "{\"y\":\"A\"}", "found no field x, allowed an array of numbers"),
        arguments(
            ARRAY,
            classes,
            "{\"x\":[1,2],\"y\":1} {}",
            "found text after the JSON object, allowed one JSON object"),
        arguments(
            ARRAY,
            classes,
            "{\"x\":7,\"y\":1}",
            "found \"7\" in field x, allowed an array of numbers"),
        arguments(
            ARRAY,
            classes,
            "{\"x\":[1,2,3],\"y\":1}",
            "found 3 numbers in field x, allowed 2 in every record"),
        arguments(
            ARRAY,
            classes,
            "{\"x\":[1,\"2\"],\"y\":1}",
            "found \"2\" in field x, allowed a finite number"),
        arguments(
            ARRAY,
            classes,
            "{\"x\":[1,[2]],\"y\":1}",
            "found an array in field x, allowed a finite number"),
        arguments(
            ARRAY,
            classes,
            "{\"x\":[1,1e999],\"y\":1}",
            "found \"1e999\" in field x, allowed a finite number"),
        arguments(ARRAY, classes, "{\"x\":[1,2]}", "found no label, allowed a class name"),
        arguments(
            ARRAY, classes, "{\"x\":[1,2],\"y\":null}", "found no label, allowed a class name"),
        arguments(
            ARRAY,
            classes,
            "{\"x\":[1,2],\"y\":{}}",
            "found an object in field y, allowed text or a number as label"),
        arguments(
            FIELDS, classes, "{\"a\":1,\"y\":1}", "found no field b, allowed a finite number"),
        arguments(
            FIELDS,
            classes,
            "{\"a\":1,\"b\":true,\"y\":1}",
            "found \"true\" in field b, allowed a finite number"));
  }

  @ParameterizedTest
  @MethodSource("badLines")
  void failNamesFileLineAndReason(DataFormat format, TaskKind task, String bad, String reason)
      throws IOException {
    Path file = file(format, bad.getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> read(dataSet(file, format, null, OnBadRecord.FAIL, task, true)))
        .isInstanceOf(BadRecordException.class)
        .hasMessage(file + ":3: " + reason + REMEDIES.getOrDefault(bad, ""));
  }

  @ParameterizedTest
  @MethodSource("badLines")
  void quarantineKeepsTheOthers(DataFormat format, TaskKind task, String bad, String reason)
      throws IOException {
    Path file = file(format, bad.getBytes(StandardCharsets.UTF_8));
    List<Instance> instances =
        read(dataSet(file, format, null, OnBadRecord.QUARANTINE, task, true));
    assertThat(instances).hasSize(format == CSV ? 3 : 4);
    assertThat(instances)
        .filteredOn(Instance.Bad.class::isInstance)
        .singleElement()
        .usingRecursiveComparison()
        .ignoringFields("position")
        .isEqualTo(new Instance.Bad(instances.get(0).role(), 0, file + ":3", reason, bad));
  }

  @Test
  void invalidUtf8() throws IOException {
    byte[] line = "1,2,A?".getBytes(StandardCharsets.UTF_8);
    line[5] = (byte) 0xC3;
    Path file = file(CSV, line);
    DataSet dataSet = dataSet(file, CSV, null, OnBadRecord.FAIL, TaskKind.CLASSIFICATION, true);
    assertThatThrownBy(() -> read(dataSet))
        .isInstanceOf(BadRecordException.class)
        .hasMessage(file + ":3: found bytes that are not UTF-8, allowed UTF-8 text");
  }

  @Test
  void malformedJsonIsExplained() throws IOException {
    Path file = file(ARRAY, "{\"x\": [1,}".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(
            () -> read(dataSet(file, ARRAY, null, OnBadRecord.FAIL, TaskKind.CLASSIFICATION, true)))
        .isInstanceOf(BadRecordException.class)
        .hasMessage(
            file
                + ":3: found malformed JSON (\"}\" where a value belongs), allowed one JSON"
                + " object");
  }

  @Test
  void longTextIsShortened() throws IOException {
    Path file = file(CSV, "x".repeat(5000).getBytes(StandardCharsets.UTF_8));
    DataSet dataSet =
        dataSet(file, CSV, null, OnBadRecord.QUARANTINE, TaskKind.CLASSIFICATION, true);
    assertThat(((Instance.Bad) read(dataSet).get(1)).text()).hasSize(1000);
  }

  /** The bad line as line 3 among good ones. */
  private Path file(DataFormat format, byte[] bad) throws IOException {
    String before;
    String after;
    if (format == CSV) {
      before = "w,x,class\n1,2,3\n";
      after = "\n4,5,6\n";
    } else if (format == SVM) {
      before = "1 1:1\n2 5:1\n";
      after = "\n3 2:1\n";
    } else {
      String good = "{\"x\":[1,2],\"a\":1,\"b\":2,\"y\":3}\n";
      before = good + good;
      after = "\n" + good;
    }
    Path file = directory.resolve("bad.txt");
    Files.writeString(file, before);
    Files.write(file, bad, java.nio.file.StandardOpenOption.APPEND);
    Files.writeString(file, after, java.nio.file.StandardOpenOption.APPEND);
    return file;
  }
}
