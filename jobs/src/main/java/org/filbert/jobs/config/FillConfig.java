package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.filbert.train.Fill;

/** What a missing cell becomes: a word for a rule, or the value itself. */
@JsonClassDescription(FillConfig.ALLOWED)
record FillConfig(Fill fill) {
  static final String ALLOWED = "mean, median, most-frequent, zero, refuse, or a value";

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static FillConfig of(JsonNode node) {
    if (!node.isTextual() && !node.isNumber()) {
      throw new IllegalArgumentException(
          "must be " + ALLOWED + ", found " + ValueDescription.found(node));
    }
    Optional<Fill.Rule> rule =
        Arrays.stream(Fill.Rule.values())
            .filter(each -> each != Fill.Rule.CONSTANT && word(each).equals(node.asText()))
            .findFirst();
    return new FillConfig(
        rule.map(Fill::of).orElseGet(() -> new Fill(Fill.Rule.CONSTANT, node.asText())));
  }

  private static String word(Fill.Rule rule) {
    return rule.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @JsonValue
  String json() {
    return fill.rule() == Fill.Rule.CONSTANT ? fill.constant() : word(fill.rule());
  }
}
