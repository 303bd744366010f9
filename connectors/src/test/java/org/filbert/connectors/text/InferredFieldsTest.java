package org.filbert.connectors.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.filbert.connectors.TestInput.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.parquet.InferredTable;
import org.filbert.connectors.read.Input;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InferredFieldsTest {
  @TempDir Path directory;

  private InferredColumns infer(String name, String text) throws IOException {
    return InferredTable.of(Input.first(file(directory, name, text).toString()));
  }

  @Test
  void proposesAColumnForEachField() throws IOException {
    StringBuilder text = new StringBuilder("\n");
    for (int i = 0; i < 60; i++) {
      text.append(
          "{\"id\": %d, \"a g\\ne\": %s, \"at\": {\"x\": [1]}"
              .formatted(i, i % 9 == 0 ? "null" : i * 7 % 31));
      text.append(
          i < 10
              ? ""
              : ", \"job\": \"%s\"".formatted(i % 3 == 0 ? "clerk" : "smith, \\\"chief\\\""));
      text.append(i % 2 == 0 ? ", \"tags\": [\"a\"]" : "")
          .append(", \"rich\": %s}\n".formatted(i % 4 == 0));
    }
    InferredColumns found = infer("a", text.toString());
    assertThat(found.section("rich"))
        .isEqualTo(
            """
            # from 60 rows of %s: change what is not so
            # data.train.format: {type: jsonlines, fields: [id, "a g\\u000ae", at, tags, job], label: rich}
            preprocessing:
              columns:
                id: {type: ignore}  # counts the rows
                "a g\\u000ae": {type: number}  # 0.0 to 30.0, 7 missing
                at: {type: ignore}  # an object, which is not read
                tags: {type: ignore}  # an array, which only the format's key array reads, as all features
                job: {type: category}  # 2 values, 10 missing
            """
                .formatted(directory.resolve("a")));
    assertThat(found.task("rich")).isEqualTo(TaskKind.CLASSIFICATION);
    assertThat(found.features("rich")).isEqualTo(2);
    assertThat(found.format("4")).endsWith(", rich, job], label: tags}");
    assertThatThrownBy(() -> found.task("tags"))
        .hasMessageContaining("a: found in the label column tags an array, which only");
    assertThat(found.leftOut("rich"))
        .isEqualTo(
            "id: counts the rows; at: an object, which is not read; tags: an array, which only the"
                + " format's key array reads, as all features");
    assertThatThrownBy(() -> found.task("income"))
        .hasMessageContaining(
            "found no label column income, allowed column numbers 1 to 6 or one of id, a g");
  }

  @Test
  void refusesWhatIsNoObjectWithItsLine() {
    assertThatThrownBy(() -> infer("a.json", "[{\"x\": 1}]\n"))
        .hasMessageEndingWith("a.json:1: found no JSON object, allowed one JSON object");
    assertThatThrownBy(() -> infer("b", "{\"x\": 1}\n\n{\"x\": 1,\n"))
        .hasMessageEndingWith(
            "b:3: found malformed JSON (the end where a name belongs), allowed one JSON object");
    assertThatThrownBy(() -> infer("c", "{\"x\": 1}{}\n"))
        .hasMessageEndingWith("c:1: found text after the JSON object, allowed one JSON object");
    StringBuilder many = new StringBuilder();
    for (int line = 0; line <= 100; line++) {
      String prefix = "\"field " + line + ".";
      many.append(
          IntStream.range(0, 100)
              .mapToObj(i -> prefix + i + "\": 1")
              .collect(Collectors.joining(", ", "{", "}\n")));
    }
    assertThatThrownBy(() -> infer("d", many.toString()))
        .hasMessageContaining("d:101: found more than 10000 different fields");
  }
}
