package org.filbert.jobs.config.yaml;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** One number above 0, or several to choose from, in ascending order. */
@JsonClassDescription(Ascending.ALLOWED)
public record Ascending(List<Double> values) {
  static final String ALLOWED = "a number above 0, or a list of such in ascending order";

  public Ascending {
    values = List.copyOf(values);
    check(values, ALLOWED);
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Ascending of(JsonNode node) {
    return new Ascending(numbers(node, ALLOWED));
  }

  /** The number, or all of a list. */
  static List<Double> numbers(JsonNode node, String allowed) {
    List<Double> numbers = new ArrayList<>();
    for (JsonNode each : node.isArray() ? node : List.of(node)) {
      if (!each.isNumber()) {
        throw new IllegalArgumentException(
            "must be " + allowed + ", found " + ValueDescription.found(each));
      }
      numbers.add(each.doubleValue());
    }
    check(numbers, allowed);
    return numbers;
  }

  private static void check(List<Double> values, String allowed) {
    double previous = 0;
    for (double value : values) {
      if (!(value > previous && Double.isFinite(value))) {
        Object found = values.size() == 1 ? values.get(0) : values;
        throw new IllegalArgumentException("must be " + allowed + ", found " + found);
      }
      previous = value;
    }
    if (values.isEmpty()) {
      throw new IllegalArgumentException("must be " + allowed + ", found an empty list");
    }
  }

  @JsonValue
  Object json() {
    return values.size() == 1 ? values.get(0) : values;
  }
}
