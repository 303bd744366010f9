package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;

/** One number above 0, or several to choose from, in ascending order. */
@JsonClassDescription(Ascending.ALLOWED)
public record Ascending(List<Double> values) {
  static final String ALLOWED = "a number above 0, or a list of such in ascending order";

  public Ascending {
    values = List.copyOf(values);
    check(values, ALLOWED);
  }

  static void check(List<Double> values, String allowed) {
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

  @JsonCreator
  static Ascending of(double value) {
    return new Ascending(List.of(value));
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Ascending of(List<Double> values) {
    return new Ascending(values);
  }

  @JsonValue
  Object json() {
    return values.size() == 1 ? values.get(0) : values;
  }
}
