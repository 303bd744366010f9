package org.filbert.jobs.config.section;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import org.filbert.jobs.config.yaml.ValueDescription;
import org.filbert.train.columns.Fill;

/** What a missing cell becomes: a word for a rule, or the value itself. */
@JsonClassDescription(Fill.ALLOWED)
public record FillConfig(Fill fill) {
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static FillConfig of(JsonNode node) {
    if (!node.isTextual() && !node.isNumber()) {
      throw new IllegalArgumentException(
          "must be " + Fill.ALLOWED + ", found " + ValueDescription.found(node));
    }
    return new FillConfig(Fill.parse(node.asText()));
  }

  @JsonValue
  String json() {
    return fill.text();
  }
}
