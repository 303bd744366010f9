package org.filbert.jobs.config.section;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;
import org.filbert.jobs.config.yaml.ValueDescription;
import org.filbert.train.rows.ClassWeights;

/**
 * The weights of classes: {@code auto}, {@code balanced}, or numbers above 0 by the names of
 * classes.
 */
@JsonClassDescription(ClassWeightsConfig.ALLOWED)
public record ClassWeightsConfig(ClassWeights weights) {
  static final String ALLOWED = "auto, balanced, or numbers above 0 by the names of classes";

  private static final String AUTO = "auto";

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static ClassWeightsConfig of(JsonNode node) {
    if (node.isTextual() && node.asText().equals("balanced")) {
      return new ClassWeightsConfig(new ClassWeights.Balanced());
    }
    if (node.isTextual() && node.asText().equals(AUTO)) {
      return new ClassWeightsConfig(new ClassWeights.Automatic());
    }
    Map<String, Double> weights = new TreeMap<>();
    for (Map.Entry<String, JsonNode> each : node.properties()) {
      require(each.getValue().isNumber(), each.getValue());
      weights.put(each.getKey(), each.getValue().doubleValue());
    }
    require(!weights.isEmpty(), node);
    return new ClassWeightsConfig(new ClassWeights.Given(weights));
  }

  private static void require(boolean right, JsonNode node) {
    if (!right) {
      throw new IllegalArgumentException(
          "must be " + ALLOWED + ", found " + ValueDescription.found(node));
    }
  }

  @JsonValue
  Object json() {
    return weights instanceof ClassWeights.Given given
        ? new TreeMap<>(given.weights())
        : weights instanceof ClassWeights.Automatic ? AUTO : "balanced";
  }
}
