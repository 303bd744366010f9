package org.filbert.jobs.config.section;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.filbert.jobs.config.yaml.ValueDescription;
import org.filbert.train.method.CalibrationMode;

/**
 * How a model gets probabilities or intervals: a word, or a number of folds.
 *
 * @param folds number of parts of the training rows, each of which a training holds out; 0 without
 *     folds
 */
@JsonClassDescription(CalibrationConfig.ALLOWED)
public record CalibrationConfig(CalibrationMode mode, int folds) {
  static final String ALLOWED = "auto, fitted, left-out or none, or {folds: k} with k from 2 on";

  private static final String FOLDS = "folds";

  /** Not for reading: the components are no keys. */
  @JsonCreator(mode = JsonCreator.Mode.DISABLED)
  public CalibrationConfig {}

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static CalibrationConfig of(JsonNode node) {
    if (node.isObject()) {
      JsonNode folds = node.path(FOLDS);
      require(node.size() == 1 && folds.canConvertToInt() && folds.isIntegralNumber(), node);
      require(folds.intValue() >= 2, node);
      return new CalibrationConfig(CalibrationMode.FOLDS, folds.intValue());
    }
    return Arrays.stream(CalibrationMode.values())
        .filter(mode -> mode != CalibrationMode.FOLDS && word(mode).equals(node.asText()))
        .map(mode -> new CalibrationConfig(mode, 0))
        .findFirst()
        .orElseThrow(() -> refused(node));
  }

  private static void require(boolean right, JsonNode node) {
    if (!right) {
      throw refused(node);
    }
  }

  private static IllegalArgumentException refused(JsonNode node) {
    return new IllegalArgumentException(
        "must be "
            + ALLOWED
            + ", found "
            + (node.isObject() ? node : ValueDescription.found(node)));
  }

  private static String word(CalibrationMode mode) {
    return mode.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether folds of the training rows are scored by trainings of their own. */
  public boolean byFolds() {
    return folds > 0;
  }

  @JsonValue
  Object json() {
    return byFolds() ? Map.of(FOLDS, folds) : word(mode);
  }
}
