package org.filbert.connectors.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.read.Input;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextStartTest {
  @TempDir Path directory;

  private InferredColumns of(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("table.csv"), text);
    return InferredColumns.of(Input.first(file.toString()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sep=;\n", "\uFEFFsep=;\r\n", "SEP=;\n"})
  void theFirstLineMayNameTheDelimiter(String first) throws IOException {
    InferredColumns found = of(first + "a,1;b,1;price\n1,5;x;2\n2,5;y;3\n");
    assertThat(found.format("price"))
        .isEqualTo("{type: csv, header: true, delimiter: \";\", decimal: \",\", label: price}");
    assertThat(found.records()).isEqualTo(2);
  }

  @Test
  void otherFirstLinesAreRecords() throws IOException {
    assertThat(of("sep=;;\n1;2\n").records()).isEqualTo(1);
    assertThat(of("sep=\n1\n").records()).isEqualTo(1);
  }

  @Test
  void refusesLinesThatEndWithACarriageReturn() {
    assertThatThrownBy(() -> of("a,b\r1,2\r3,4\r"))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("found lines that end with a carriage return alone");
  }
}
