package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Labels that denote the same number are the same class in all files. */
class NumericClassesTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  @TempDir Path directory;

  static Stream<Arguments> formats() {
    return Stream.of(
        line("libsvm", (label, x) -> label + " 1:" + x),
        line("{type: csv, label: 1}", (label, x) -> label + "," + x),
        line(
            "{type: jsonlines, label: label, fields: [x]}",
            (label, x) -> "{\"label\": \"" + label + "\", \"x\": " + x + "}"));
  }

  private static Arguments line(String format, BiFunction<String, Double, String> line) {
    return Arguments.of(format, line);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void trainingTestAndEvaluationMaySpellThemDifferently(
      String format, BiFunction<String, Double, String> line) throws Exception {
    TinyData data = TinyData.in(directory);
    data.write("train.csv", rows(line, "-1.0", "1.0", 40));
    data.write("test.csv", rows(line, "-1", "+1", 10));

    String source = "{path: %s, format: %s}";
    data.train(
            "data={train: %s, test: %s}"
                .formatted(
                    source.formatted(data.path("train.csv"), yaml(format)),
                    source.formatted(data.path("test.csv"), yaml(format))))
        .assertDone();
    assertThat(data.score("evaluate", "test.csv").assertDone().out())
        .contains("rows       10", "error              0.00 %");
    data.score("predict", "test.csv", "--output", data.path("out.csv")).assertDone();
    assertThat(predictions("out.csv")).isEqualTo(Set.of("-1.0", "1.0"));
  }

  private static String yaml(String format) {
    return format.startsWith("{") ? format : "{type: " + format + "}";
  }

  private static String rows(
      BiFunction<String, Double, String> line, String low, String high, int count) {
    return Stream.iterate(1, i -> i + 1)
        .limit(count)
        .map(i -> i % 2 == 0 ? line.apply(low, -1 - 0.01 * i) : line.apply(high, 1 + 0.01 * i))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private Set<String> predictions(String file) throws Exception {
    List<String> lines = Files.readAllLines(directory.resolve(file));
    return lines.subList(1, lines.size()).stream()
        .map(line -> line.substring(line.indexOf(',') + 1))
        .collect(Collectors.toSet());
  }
}
