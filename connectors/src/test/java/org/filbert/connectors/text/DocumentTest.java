package org.filbert.connectors.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.filbert.connectors.TestInput.dataSet;
import static org.filbert.connectors.TestInput.file;
import static org.filbert.connectors.TestInput.labelled;
import static org.filbert.connectors.TestInput.readExamples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentTest {
  private static final DataFormat JSON = new JsonLines("y", null, List.of(), List.of(), "t");
  private static final DataFormat CSV =
      new Csv(",", true, "y", List.of(), List.of(), List.of(), "t", new TreeMap<>(), null);

  @TempDir Path directory;

  @Test
  void fieldsOfJsonLines() throws IOException {
    Path file =
        file(
            directory,
            "a.jsonl",
            "{\"t\": \"Nice \\\"nuts\\\"\\n"
                + "indeed\", \"y\": 8, \"id\": [1]}\n"
                + "{\"y\": 3, \"t\": \"\"}\n");
    assertThat(readExamples(dataSet(file, JSON, null, OnBadRecord.FAIL, TaskKind.REGRESSION, true)))
        .containsExactly("\"Nice \"nuts\"\nindeed\" -> [8.0]", "\"\" -> [3.0]");
  }

  @Test
  void columnsOfCsv() throws IOException {
    Path file = file(directory, "a.csv", "id,y,t\n1,A,plain words\n2,B,\"a, \"\"b\"\" ø\"\n3,A,\n");
    assertThat(readExamples(labelled(file, CSV)))
        .containsExactly("\"plain words\" -> A", "\"a, \"b\" ø\" -> B", "\"\" -> A");
  }

  @Test
  void linesWithoutLabels() throws IOException {
    Path file = file(directory, "a.txt", "one, two\n\n{\"three\"}\r\n");
    assertThat(
            readExamples(
                dataSet(file, new Documents(), null, OnBadRecord.FAIL, TaskKind.REGRESSION, false)))
        .containsExactly("\"one, two\" -> none", "\"{\"three\"}\" -> none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"y\": 1} | found no field t, allowed text",
        "{\"y\": 1, \"t\": null} | found \"null\" in field t, allowed text",
        "{\"y\": 1, \"t\": 7} | found \"7\" in field t, allowed text",
        "{\"y\": 1, \"t\": [\"a\"]} | found an array in field t, allowed text"
      })
  void fieldsWithoutTextAreBadRecords(String line, String reason) throws IOException {
    Path file = file(directory, "a.jsonl", line + "\n");
    assertThat(
            readExamples(
                dataSet(file, JSON, null, OnBadRecord.QUARANTINE, TaskKind.REGRESSION, true)))
        .containsExactly("bad: " + reason);
  }

  @Test
  void aMissingColumnIsNamed() throws IOException {
    Path file = file(directory, "a.csv", "id,y\n1,A\n");
    assertThatThrownBy(() -> readExamples(labelled(file, CSV)))
        .isInstanceOf(BadInputException.class)
        .hasMessageEndingWith(
            "found no text column t, allowed column numbers 1 to 2 or one of id, y");
  }
}
