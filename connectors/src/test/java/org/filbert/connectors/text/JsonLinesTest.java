package org.filbert.connectors.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.filbert.connectors.TestInput.dataSet;
import static org.filbert.connectors.TestInput.file;
import static org.filbert.connectors.TestInput.labelled;
import static org.filbert.connectors.TestInput.readExamples;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.DataSet;
import org.filbert.connectors.read.LocalReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonLinesTest {
  private static final DataFormat ARRAY = new JsonLines("y", "x", List.of());

  @TempDir Path directory;

  @Test
  void featuresInAnArray() throws IOException {
    Path file =
        file(
            directory,
            "a.jsonl",
            "{\"y\": \"A\", \"x\": [1, 2.5], \"other\": {\"y\": [3]}}\n{\"x\":[3,4],\"y\":7}\n");
    assertThat(readExamples(labelled(file, ARRAY)))
        .containsExactly("[1.0, 2.5] -> A", "[3.0, 4.0] -> 7");
  }

  @Test
  void featuresInFields() throws IOException {
    Path file = file(directory, "a.jsonl", "{\"b\": 1, \"t\": 0.5, \"a\": -2}\n");
    DataFormat format = new JsonLines("t", null, List.of("a", "b"));
    assertThat(
            readExamples(dataSet(file, format, null, OnBadRecord.FAIL, TaskKind.REGRESSION, true)))
        .containsExactly("[-2.0, 1.0] -> [0.5]");
  }

  @Test
  void severalTargetsInTheirOrder() throws IOException {
    Path file =
        file(directory, "a.jsonl", "{\"a\": 1, \"x\": [2], \"b\": 3}\n{\"x\":[5],\"a\":4}\n");
    DataFormat format = new JsonLines(null, "x", List.of(), List.of("b", "a"));
    assertThat(
            readExamples(
                dataSet(file, format, null, OnBadRecord.QUARANTINE, TaskKind.REGRESSION, true)))
        .containsExactly("[2.0] -> [3.0, 1.0]", "bad: found no field b, allowed a finite number");
    assertThat(
            readExamples(dataSet(file, format, null, OnBadRecord.FAIL, TaskKind.REGRESSION, false)))
        .containsExactly("[2.0] -> none", "[5.0] -> none");
  }

  @Test
  void withoutLabels() throws IOException {
    Path file = file(directory, "a.jsonl", "{\"x\": [1]}\n{\"x\": [2], \"y\": null}\n");
    assertThat(
            readExamples(
                dataSet(file, ARRAY, null, OnBadRecord.FAIL, TaskKind.CLASSIFICATION, false)))
        .containsExactly("[1.0] -> none", "[2.0] -> none");
  }

  @Test
  void theFirstWellFormedRecordDecidesOnTheLength() throws IOException {
    Path file = file(directory, "a.jsonl", "oops\n{\"x\":[1,2],\"y\":1}\n{\"x\":[1],\"y\":1}\n");
    assertThat(
            readExamples(
                dataSet(file, ARRAY, null, OnBadRecord.QUARANTINE, TaskKind.CLASSIFICATION, true)))
        .satisfiesExactly(
            bad -> assertThat(bad).isEqualTo("bad: found no JSON object, allowed one JSON object"),
            good -> assertThat(good).isEqualTo("[1.0, 2.0] -> 1"),
            bad ->
                assertThat(bad)
                    .isEqualTo("bad: found 1 numbers in field x, allowed 2 in every record"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\0\0{\0", "{\0\"\0", "\0{\0\"", "{\0\0\0", "\0\0\0{", "\0", "  \0{"})
  void onlyUtf8IsTakenForJson(String bytes) throws IOException {
    Path file = file(directory, "a.jsonl", bytes + "\n{\"x\":[1,2],\"y\":1}\n");
    assertThat(
            readExamples(
                dataSet(file, ARRAY, null, OnBadRecord.QUARANTINE, TaskKind.CLASSIFICATION, true)))
        .containsExactly(
            "bad: found malformed JSON (a zero byte), allowed one JSON object in UTF-8",
            "[1.0, 2.0] -> 1");
  }

  /** The problem of a malformed object. */
  static Stream<Arguments> malformed() {
    return Stream.of(
        arguments("{\"a\":1,}", "\"}\" where a name belongs"),
        arguments("{\"a\" 1}", "\"1\" where ':' belongs"),
        arguments("{\"a\":01}", "\"1\" where ',' belongs"),
        arguments("{\"a\":1.}", "\"}\" where a digit belongs"),
        arguments("{\"a\":-}", "\"}\" where a digit belongs"),
        arguments("{\"a\":+1}", "\"+\" where a value belongs"),
        arguments("{\"a\":nul}", "\"}\" where a value belongs"),
        arguments("{\"a\":[1 2]}", "\"2\" where ',' belongs"),
        arguments("{\"a\":[1,]}", "\"]\" where a value belongs"),
        arguments("{\"a\":\"\\x\"}", "\"x\" where the rest of an escape belongs"),
        arguments("{\"a\":\"\\u12g4\"}", "\"g\" where a hexadecimal digit belongs"),
        arguments("{\"a\":\"\t\"}", "\"\t\" where a text without control characters belongs"),
        arguments("{\"a\":\"", "a text without end"),
        arguments("{\"a\":s\u00f8ren}", "\"s\" where a value belongs"),
        arguments("{\"a\":1,\"\\u0061\":2}", "the field \"\\u0061\" twice"),
        arguments("{\"b\":{\"a\":1,\"c\":2,\"a\":3}}", "the field \"a\" twice"),
        arguments("{\"a\":" + "[".repeat(1_000), "more than 1000 levels"));
  }

  @ParameterizedTest
  @MethodSource
  void malformed(String record, String reason) {
    RecordParser parser = new RecordParser(ARRAY, 2, TaskKind.CLASSIFICATION);
    assertThatThrownBy(() -> parser.parse(record.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(MalformedException.class)
        .hasMessage("found malformed JSON (" + reason + "), allowed one JSON object");
  }

  @Test
  void escapesAndValuesThatArePassedOver() throws IOException {
    Path file =
        file(
            directory,
            "a.jsonl",
            " { \"\\u0078\" : [ -0 , 1E+2,0.5e-1 ] , \"y\":\"\\u00f8\\n\\\"\\/\\\\\",\n"
                    .replace("\n", "")
                + "\"a\":[],\"b\":[{},{\"c\":null}],\"d\":false}\t\n");
    assertThat(readExamples(labelled(file, ARRAY)))
        .containsExactly("[-0.0, 100.0, 0.05] -> \u00f8\n\"/\\");
  }

  /** Allocated bytes per record if all records are bad, which reads them twice. */
  @ParameterizedTest
  @CsvSource({"{}, 600", "{, 1100", "{x, 1400", "x, 600"})
  void tinyRecordsAllocateLittle(String record, long most) throws IOException {
    Path file = file(directory, "a.jsonl", (record + "\n").repeat(350_000));
    DataSet dataSet =
        dataSet(file, ARRAY, null, OnBadRecord.QUARANTINE, TaskKind.CLASSIFICATION, true);
    ThreadMXBean costs = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long bytes = costs.getCurrentThreadAllocatedBytes();
    int[] bad = {0};
    LocalReader.forEach(dataSet, instance -> bad[0]++);
    assertThat(bad[0]).isEqualTo(350_000);
    assertThat(costs.getCurrentThreadAllocatedBytes() - bytes).isLessThan(350_000 * most);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"})
  void aWholeRecordOfAnotherEncodingIsRefused(String encoding) {
    byte[] record = "{\"x\":[1,2],\"y\":1}".getBytes(Charset.forName(encoding));
    RecordParser parser = new RecordParser(ARRAY, 2, TaskKind.CLASSIFICATION);
    assertThatThrownBy(() -> parser.parse(record))
        .isInstanceOf(MalformedException.class)
        .hasMessage("found malformed JSON (a zero byte), allowed one JSON object in UTF-8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\ud800", "a\\udc00b", "\\ude00\\ud83d"})
  void halfACharacterIsNoLabel(String label) throws IOException {
    Path file =
        file(
            directory,
            "a.jsonl",
            "{\"x\":[1],\"y\":\"%s\"}\n{\"x\":[2],\"y\":\"\\ud83d\\ude00\"}\n".formatted(label));
    assertThat(
            readExamples(
                dataSet(file, ARRAY, null, OnBadRecord.QUARANTINE, TaskKind.CLASSIFICATION, true)))
        .containsExactly(
            "bad: found half a surrogate pair in field y, allowed whole characters",
            "[2.0] -> \ud83d\ude00");
  }

  @Test
  void halfACharacterIsNoDocument() throws IOException {
    Path file = file(directory, "a.jsonl", "{\"t\":\"\\ud800\"}\n{\"t\":\"whole\"}\n");
    DataFormat format = new JsonLines(null, null, List.of(), List.of(), "t");
    assertThat(
            readExamples(
                dataSet(
                    file, format, null, OnBadRecord.QUARANTINE, TaskKind.CLASSIFICATION, false)))
        .containsExactly(
            "bad: found half a surrogate pair in field t, allowed whole characters",
            "\"whole\" -> none");
  }
}
