package org.filbert.jobs.config.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.filbert.jobs.config.ConfigLoader;
import org.junit.jupiter.api.Test;

class SearchSpaceTest {
  private static SearchSpace space(String yaml) {
    return new ConfigLoader().parse("over:\n" + yaml.indent(2), TuningConfig.class).over();
  }

  private static List<String> grid(String yaml) {
    return space(yaml).grid().stream().map(Object::toString).toList();
  }

  @Test
  void aGridHasAllCombinations() {
    assertThat(grid("kernel.sigma: [1, 2]\nobjective: {ridge: [0.1, 1]}\n"))
        .containsExactly(
            "{kernel.sigma=1, objective.ridge=0.1}",
            "{kernel.sigma=1, objective.ridge=1}",
            "{kernel.sigma=2, objective.ridge=0.1}",
            "{kernel.sigma=2, objective.ridge=1}");
  }

  @Test
  void rangesAreOfEqualDifferencesOrRatios() {
    assertThat(grid("a: {from: 0.0, to: 1, steps: 3}"))
        .containsExactly("{a=0.0}", "{a=0.5}", "{a=1.0}");
    assertThat(grid("a: {from: 1, to: 10000, scale: log}"))
        .containsExactly("{a=1}", "{a=10}", "{a=100}", "{a=1000}", "{a=10000}");
    assertThat(grid("a: {from: 0.01, to: 1, scale: log, steps: 3}"))
        .containsExactly("{a=0.01}", "{a=0.1}", "{a=1.0}");
    assertThat(grid("a: {from: 1, to: 3}")).containsExactly("{a=1}", "{a=2}", "{a=3}");
  }

  @Test
  void drawsAreSeededDifferentAndWithinTheirRanges() {
    SearchSpace space =
        space(
            "kernel.sigma: {from: 0.1, to: 10, scale: log}\nsolver.blockSize: {from: 1, to: 3}\n");
    List<Map<String, JsonNode>> drawn = space.draw(7, 200);
    assertThat(drawn).hasSize(200).doesNotHaveDuplicates().isEqualTo(space.draw(7, 200));
    assertThat(space.draw(8, 200)).isNotEqualTo(drawn);
    assertThat(space.draw(7, 50)).isEqualTo(drawn.subList(0, 50));
    assertThat(drawn)
        .allMatch(each -> each.get("kernel.sigma").doubleValue() >= 0.1)
        .allMatch(each -> each.get("kernel.sigma").doubleValue() <= 10)
        .allMatch(each -> each.get("solver.blockSize").isInt());
    assertThat(drawn.stream().filter(each -> each.get("kernel.sigma").doubleValue() < 1).count())
        .isBetween(75L, 125L);
    assertThat(drawn).extracting(each -> each.get("solver.blockSize").intValue()).contains(1, 2, 3);
    assertThat(space("a: [x, y]").draw(1, 50)).hasSize(2); // there are no more
  }

  @Test
  void itIsWrittenAsItIsRead() {
    ConfigLoader loader = new ConfigLoader();
    TuningConfig config =
        loader.parse(
            "search: random\n"
                + "over: {kernel.sigma: {from: 0.1, to: 2}, kernel: [{type: linear}], a: {b: {from:"
                + " 1, to: 5}}}",
            TuningConfig.class);
    assertThat(loader.parse(loader.toYaml(config), TuningConfig.class)).isEqualTo(config);
    assertThat(config.over().domains()).containsOnlyKeys("kernel.sigma", "kernel", "a.b");
  }

  @Test
  void whatIsNoSearchIsRefused() {
    assertThatThrownBy(() -> space("a: 3"))
        .hasMessageContaining("a: must be a list of values, or a range");
    assertThatThrownBy(() -> space("a: [1, 1]")).hasMessageContaining("a: has a value twice");
    assertThatThrownBy(() -> space("a: {from: 1, to: 2, step: 3}"))
        .hasMessageContaining("a: has the unknown key 'step'; allowed: from, scale, steps, to");
    assertThatThrownBy(() -> space("a: {from: 1}")).hasMessageContaining("found 1 and nothing");
    assertThatThrownBy(
            () ->
                space("a: {from: 1.0, to: 2, steps: 1000}\nb: {from: 1.0, to: 2, steps: 11}")
                    .grid())
        .hasMessage(
            "tuning.over has a grid of more than 10000 trials: search: random draws some of them");
  }

  @Test
  void keysThatHaveNoValueBesidesGetTheirFirstOne() {
    String yaml =
        """
        name: searched
        task: classification
        data:
          train: {path: rows.csv, format: {type: csv, label: 1}}
          validationFraction: 0.2
        kernel: {type: gaussian}
        objective: {}
        solver: {type: block-coordinate-descent, epochs: 1}
        tuning:
          over: {kernel.sigma: [2, 4], objective.ridge: {from: 0.1, to: 1}, solver.blockSize: [7, 9]}
        """;
    TrainConfig config = new ConfigLoader().parse(yaml, TrainConfig.class);
    assertThat(new ConfigLoader().toYaml(config))
        .contains("blockSize: 7", "sigma: 2", "ridge: 0.1");
  }
}
