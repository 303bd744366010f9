package org.filbert.jobs.training.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SharedTrialsTest {
  private static Map<String, JsonNode> trial(double sigma, double ridge, int blockSize) {
    Map<String, JsonNode> settings = new LinkedHashMap<>();
    settings.put("kernel.sigma", JsonNodeFactory.instance.numberNode(sigma));
    settings.put("objective.ridge", JsonNodeFactory.instance.numberNode(ridge));
    settings.put("solver.blockSize", JsonNodeFactory.instance.numberNode(blockSize));
    return settings;
  }

  private static String text(SharedTrials together) {
    return together.members() + " " + TrialConfigs.described(together.settings());
  }

  @Test
  void aProductOfRidgesAndWidthsIsOneTraining() {
    List<Map<String, JsonNode>> trials =
        List.of(
            trial(2, 1, 10),
            trial(2, 0.1, 10),
            trial(1, 1, 10),
            trial(1, 0.1, 10),
            trial(1, 1, 20));
    assertThat(SharedTrials.of(trials, true))
        .extracting(SharedTrialsTest::text)
        .containsExactly(
            "[3, 2, 1, 0] kernel.sigma [1.0,2.0], objective.ridge [0.1,1.0], solver.blockSize 10",
            "[4] kernel.sigma 1.0, objective.ridge 1.0, solver.blockSize 20");
    assertThat(SharedTrials.of(trials, false))
        .extracting(SharedTrials::members)
        .containsExactly(List.of(1, 0), List.of(3, 2), List.of(4));
  }

  @Test
  void whatIsNoProductIsTogetherByRidges() {
    assertThat(SharedTrials.of(List.of(trial(1, 1, 10), trial(2, 1, 10), trial(2, 3, 10)), true))
        .extracting(SharedTrialsTest::text)
        .containsExactly(
            "[0] kernel.sigma 1.0, objective.ridge 1.0, solver.blockSize 10",
            "[1, 2] kernel.sigma 2.0, objective.ridge [1.0,3.0], solver.blockSize 10");
  }
}
