package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.OptionalDouble;

/** A kernel's width σ &gt; 0, or {@code median}: empty, the median distance of training rows. */
@JsonClassDescription(Sigma.ALLOWED)
public record Sigma(OptionalDouble value) {
  static final String ALLOWED = "a number above 0, or median";

  public Sigma {
    if (value.isPresent() && !(value.getAsDouble() > 0 && Double.isFinite(value.getAsDouble()))) {
      throw new IllegalArgumentException("must be " + ALLOWED + ", found " + value.getAsDouble());
    }
  }

  @JsonCreator
  static Sigma of(double value) {
    return new Sigma(OptionalDouble.of(value));
  }

  @JsonCreator
  static Sigma parse(String text) {
    if (!text.equals("median")) {
      throw new IllegalArgumentException("must be " + ALLOWED + ", found '" + text + "'");
    }
    return new Sigma(OptionalDouble.empty());
  }

  public boolean isMedian() {
    return value.isEmpty();
  }

  /** The width, given the median distance where it is needed. */
  public double resolve(OptionalDouble median) {
    return value.isPresent() ? value.getAsDouble() : median.orElseThrow();
  }

  @JsonValue
  Object json() {
    return value.isPresent() ? (Object) value.getAsDouble() : "median";
  }
}
