package org.filbert.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.filbert.jobs.scoring.JsonText;
import org.filbert.jobs.training.report.InputDirection;
import org.filbert.jobs.training.report.InputShare;
import org.filbert.model.Provenance;
import org.filbert.store.Manifest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ModelTextTest {
  private static ModelText of(
      @Nullable List<InputShare> inputs, @Nullable List<InputDirection> directions) {
    return new ModelText(
        new Manifest(
            1,
            "kernel-expansion",
            "m",
            1,
            "run",
            "2026-03-01T12:00:00Z",
            new Manifest.Summary(5, 2, 1, "Gaussian[sigma=1.0]"),
            List.of()),
        new Provenance("seed: 1", "ab", 1, new TreeMap<>(), List.of()),
        new ModelRows(
            "numbers",
            List.of(new ModelRows.Column("x0", "number", null)),
            2,
            List.of("a", "b"),
            null),
        inputs,
        directions);
  }

  private static String printed(ModelText text) {
    StringWriter out = new StringWriter();
    text.print(new PrintWriter(out));
    return out.toString();
  }

  @Test
  void showsInputsAndDirections() {
    List<InputShare> inputs =
        IntStream.range(0, 40)
            .mapToObj(i -> new InputShare("x" + i, i == 0 ? 0.61 : 0.01, i == 0 ? 0.5 : 0.01, 0.02))
            .toList();
    List<InputDirection> directions =
        List.of(
            new InputDirection(
                0.75,
                List.of(new InputDirection.Part("x0", 0.8), new InputDirection.Part("x1", -0.6))));
    ModelText text = of(inputs, directions);
    assertThat(printed(text))
        .containsPattern("x0 +0\\.61000 +0\\.50000 +0\\.020000 *\n")
        .containsPattern("x29 .*not above the level of noise")
        .doesNotContain("x30 ")
        .contains("and 10 more inputs, which --json has")
        .containsPattern("1 +75\\.0 % +0\\.80 x0 - 0\\.60 x1");
    assertThat(JsonText.write(text))
        .contains("\"columns\":[{\"name\":\"x0\",\"cells\":\"number\"}]")
        .contains("\"classes\":[\"a\",\"b\"]")
        .contains("\"name\":\"x39\"")
        .contains("\"weight\":-0.6");
  }

  @Test
  void withoutAMetricThereIsNothingOfInputs() {
    ModelText text = of(null, null);
    assertThat(printed(text)).doesNotContain("input", "direction").contains("configuration:");
    assertThat(JsonText.write(text)).doesNotContain("inputs");
  }
}
