package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Map;
import java.util.TreeMap;
import org.filbert.train.ClassWeights;

/** The weights of classes: {@code balanced}, or numbers above 0 by the names of classes. */
@JsonClassDescription(ClassWeightsConfig.ALLOWED)
public record ClassWeightsConfig(ClassWeights weights) {
  static final String ALLOWED = "balanced, or numbers above 0 by the names of classes";

  @JsonCreator
  static ClassWeightsConfig parse(String text) {
    if (!text.equals("balanced")) {
      throw new IllegalArgumentException("must be " + ALLOWED + ", found '" + text + "'");
    }
    return new ClassWeightsConfig(new ClassWeights.Balanced());
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static ClassWeightsConfig of(Map<String, Double> weights) {
    return new ClassWeightsConfig(new ClassWeights.Given(weights));
  }

  @JsonValue
  Object json() {
    return weights instanceof ClassWeights.Given given
        ? new TreeMap<>(given.weights())
        : "balanced";
  }
}
