package org.filbert.connectors.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.filbert.connectors.TestInput.dataSet;
import static org.filbert.connectors.TestInput.file;
import static org.filbert.connectors.TestInput.labelled;
import static org.filbert.connectors.TestInput.readExamples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.filbert.connectors.DataFormat;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.TaskKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonLinesTest {
  private static final DataFormat ARRAY = new DataFormat.JsonLines("y", "x", List.of());

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
    DataFormat format = new DataFormat.JsonLines("t", null, List.of("a", "b"));
    assertThat(
            readExamples(dataSet(file, format, null, OnBadRecord.FAIL, TaskKind.REGRESSION, true)))
        .containsExactly("[-2.0, 1.0] -> [0.5]");
  }

  @Test
  void severalTargetsInTheirOrder() throws IOException {
    Path file =
        file(directory, "a.jsonl", "{\"a\": 1, \"x\": [2], \"b\": 3}\n{\"x\":[5],\"a\":4}\n");
    DataFormat format = new DataFormat.JsonLines(null, "x", List.of(), List.of("b", "a"));
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
            bad -> assertThat(bad).startsWith("bad: found malformed JSON (Unrecognized token"),
            good -> assertThat(good).isEqualTo("[1.0, 2.0] -> 1"),
            bad ->
                assertThat(bad)
                    .isEqualTo("bad: found 1 numbers in field x, allowed 2 in every record"));
  }
}
