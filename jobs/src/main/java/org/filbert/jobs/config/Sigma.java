package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A kernel's width σ &gt; 0, or {@code median}: none, the median distance of training rows; or
 * several to choose from, in ascending order.
 */
@JsonClassDescription(Sigma.ALLOWED)
public record Sigma(List<Double> values) {
  static final String ALLOWED = "a number above 0, or a list of such in ascending order, or median";

  public Sigma {
    values = List.copyOf(values);
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Sigma of(JsonNode node) {
    boolean median = node.isTextual() && node.asText().equals("median");
    return new Sigma(median ? List.of() : Ascending.numbers(node, ALLOWED));
  }

  public boolean isMedian() {
    return values.isEmpty();
  }

  /** The width, or the first one, given the median distance where it is needed. */
  public double resolve(OptionalDouble median) {
    return values.isEmpty() ? median.orElseThrow() : values.get(0);
  }

  @JsonValue
  Object json() {
    return values.isEmpty() ? "median" : values.size() == 1 ? values.get(0) : values;
  }
}
